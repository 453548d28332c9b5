import { sample } from "../random.ts";

type Random = () => number;
type Container = Record<string, unknown> | unknown[];

/** Text that stands for itself in JSON: what `JSON.stringify` cannot say. */
const RAW = "\u0000raw:";

/** Neither a verdict nor a name of anything in the repository: what is sealed with the right key must not lie. */
const STRANGE: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 53,
  () => -(2 ** 63),
  () => 1e308,
  () => `${RAW}1e999`,
  () => `${RAW}-0`,
  () => `${RAW}123456789012345678901234567890`,
  () => "",
  () => " ",
  () => "NaN",
  () => "__proto__",
  () => "\u0000\u0007\u001B[31m\r\n",
  () => "\uD800",
  () => "\u202Etxt",
  () => "../../..",
  () => "x".repeat(100_000),
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => `${RAW}${"[".repeat(5000)}${"]".repeat(5000)}`,
  () => `${RAW}${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  () => `${RAW}{"__proto__":{"length":1},"constructor":{"prototype":null}}`,
  () => `${RAW}{"toString":1,"valueOf":1,"toJSON":1,"hasOwnProperty":1}`,
  () => `${RAW}{"a":1,"a":{},"a":[]}`,
  (random) => Array.from({ length: 3000 }, () => random()),
  (random) => Math.round((random() - 0.5) * 1e18),
];

const NAMES = ["__proto__", "constructor", "toString", "length", "", "0", "\u0000", "then"];

/** Changes one to three places in a value that JSON or YAML can carry. The value itself stays as it is. */
export function mutateValue(value: unknown, random: Random): unknown {
  let root: unknown = structuredClone(value);
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
    const places = listPlaces(root);
    const [place] = sample(places, 1, random);
    if (place === undefined || random() < 0.03) root = strange(random);
    else change(place, random);
  }
  return root;
}

/** As JSON, with what only a text can say. */
export function toJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent) ?? "null";
  return json.replace(
    /"\\u0000raw:((?:[^"\\]|\\.)*)"/g,
    (_, text: string) => JSON.parse(`"${text}"`) as string,
  );
}

interface Place {
  readonly holder: Container;
  readonly name: string;
}

function listPlaces(value: unknown, places: Place[] = []): readonly Place[] {
  if (typeof value !== "object" || value === null) return places;
  for (const name of Object.keys(value)) {
    places.push({ holder: value as Container, name });
    listPlaces((value as Record<string, unknown>)[name], places);
  }
  return places;
}

function change({ holder, name }: Place, random: Random): void {
  const fields = holder as Record<string, unknown>;
  const set = (key: string, value: unknown): void => {
    Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
  };
  const kind = random();
  if (kind < 0.6) set(name, strange(random));
  else if (kind < 0.75) {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete fields[name];
  } else if (kind < 0.85) {
    if (Array.isArray(holder)) holder.push(structuredClone(fields[name]), strange(random));
    else set(sample(NAMES, 1, random)[0] ?? "", fields[name]);
  } else set(name, [fields[name]]);
}

function strange(random: Random): unknown {
  return STRANGE[Math.floor(random() * STRANGE.length)]?.(random);
}
