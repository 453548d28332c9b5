/** What a worker could not do, and whether the tree is the reason. */
export interface WorkerTrouble {
  readonly kind: "trouble" | "no-tree";
  readonly why: string;
}
