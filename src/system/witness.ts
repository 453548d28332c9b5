import { decodePath } from "../vocabulary/path.ts";
import { NEVER, see, type Look, type Sighting } from "./sighting.ts";

/** What was seen where it was first looked at, by way of looking and path. */
export type Sightings = { readonly [L in Look]: ReadonlyMap<string, Sighting> };

export interface Witness {
  readonly sightings: Sightings;
  /** Ends the noting. */
  end(): void;
}

type Notes = { readonly [L in Look]: Map<string, Sighting> };

const active = new Set<Notes>();

/** From now on, until its end, notes everything that is looked at beside the tree that git knows. */
export function startWitness(): Witness {
  const notes: Notes = { thing: new Map(), names: new Map(), others: new Map(), place: new Map() };
  active.add(notes);
  return { sightings: notes, end: () => void active.delete(notes) };
}

/** To be called before the look itself: what changes in between is then seen as a change. */
export function note(path: string | Buffer | URL, look: Look): void {
  if (active.size === 0) return;
  const text = typeof path === "string" ? path : Buffer.isBuffer(path) ? decodePath(path) : path.pathname;
  let sighting: Sighting | undefined;
  for (const notes of active) {
    if (notes[look].has(text)) continue;
    sighting ??= see(text, look);
    notes[look].set(text, sighting);
  }
}

/** Notes that something was looked for in places that are not known: nobody can tell later that it is the same. */
export function noteVoid(what: string): void {
  for (const notes of active) notes.thing.set(what, NEVER);
}
