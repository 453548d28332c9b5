import { delimiter, join } from "node:path";
import { findProgram } from "./program.ts";

/** Finds strace, which traces what commands read. */
export function findStrace(): string {
  return findProgram({
    places: (process.env["PATH"] ?? "").split(delimiter).map((directory) => join(directory, "strace")),
    debian: "strace",
    advice: "What commands read is traced by strace: install the package strace.",
  });
}
