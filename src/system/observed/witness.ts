import { decodePath } from "../../paths/encode-path.ts";
import { type Look, NEVER, see, type Sighting } from "./sighting.ts";

/** What was seen where it was first looked at, by way of looking and path. */
export type Sightings = { readonly [L in Look]: ReadonlyMap<string, Sighting> };

export interface Witness {
  readonly sightings: Sightings;
  /** Ends the noting. */
  end(): void;
}

type Notes = { readonly [L in Look]: Map<string, Sighting> };

type Way = (path: string, look: Look) => Sighting;

const active = new Map<Notes, Way>();

/**
 * From now on, until its end, notes everything that is looked at beside the tree that git knows: by `see` for later
 * runs, by `glance` for the run that is under way.
 */
export function startWitness(way: Way = see): Witness {
  const notes: Notes = { thing: new Map(), names: new Map(), others: new Map(), place: new Map() };
  active.set(notes, way);
  return { sightings: notes, end: () => void active.delete(notes) };
}

/** To be called before the look itself: what changes in between is then seen as a change. */
export function note(path: string | Buffer | URL, look: Look): void {
  if (active.size === 0) return;
  const text = typeof path === "string" ? path : Buffer.isBuffer(path) ? decodePath(path) : path.pathname;
  for (const [notes, way] of active) if (!notes[look].has(text)) notes[look].set(text, way(text, look));
}

/** Notes that something was looked for in places that are not known: nobody can tell later that it is the same. */
export function noteVoid(what: string): void {
  for (const notes of active.keys()) notes.thing.set(what, NEVER);
}

/** All that was seen, but for things that are left out because something else tells whether they have changed. */
export function listSightings(
  sightings: Sightings,
  isLeftOut: (path: string) => boolean,
): readonly (readonly [Look, string, Sighting])[] {
  return (Object.keys(sightings) as Look[]).flatMap((look) =>
    [...sightings[look]].flatMap(([path, sighting]) =>
      look === "thing" && isLeftOut(path) ? [] : [[look, path, sighting] as const],
    ),
  );
}
