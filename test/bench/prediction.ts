/** What a walk reads of the engine's JSON result. */
export interface EngineResult {
  readonly results: readonly object[];
  readonly scope: { readonly scopeRationale: readonly object[] };
  readonly trigger?: { readonly triggered: boolean };
}

export type Line = Readonly<Record<string, unknown>>;
type Tally = Readonly<Record<string, number>>;

interface Steps {
  readonly first: string;
  readonly steps: readonly object[];
}

const LIBRARY = "../../bench/lib/prediction";
const load = async (name: string): Promise<unknown> => import(`${LIBRARY}/${name}.mjs`);

export const { listSteps } = (await load("history")) as {
  readonly listSteps: (root: string, count: number) => Steps;
};

export const { standIn } = (await load("stand-ins")) as {
  readonly standIn: (
    root: string,
    options: { readonly checks: readonly object[]; readonly directory: string },
  ) => Readonly<Record<string, string>>;
};

export const { walk } = (await load("walk")) as {
  readonly walk: (
    root: string,
    repository: { readonly checks: readonly object[] },
    options: Steps & { readonly verify: () => EngineResult; readonly log: (line: Line) => void },
  ) => readonly { readonly compared: Tally; readonly apart: Tally; readonly triggered: Tally }[];
};
