/** What a worker could not do, and whether that is because of the tree. */
export interface WorkerTrouble {
  readonly kind: "trouble" | "no-tree";
  readonly why: string;
}
