/** A small project with something for each tool to find, by path. */
export const SPECIMEN: Readonly<Record<string, string>>;
