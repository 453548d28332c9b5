/** A value of a data file and where it starts. Both JSON and YAML are read into this. */
export type DataNode =
  | { readonly kind: "scalar"; readonly value: string | number | boolean | null; readonly offset: number }
  | { readonly kind: "list"; readonly items: readonly DataNode[]; readonly offset: number }
  | { readonly kind: "map"; readonly entries: readonly DataEntry[]; readonly offset: number };

export interface DataEntry {
  readonly key: string;
  readonly value: DataNode;
}

/** Deeper nesting is not followed: nobody writes it, and it would exhaust the stack. */
export const MAX_DEPTH = 200;
