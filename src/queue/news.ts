import { MOST } from "./job.ts";

/** What a worker reports about a command while it has it. */
export type News =
  | { readonly type: "taken"; readonly job: string; readonly worker: string }
  | { readonly type: "answered"; readonly job: string; readonly worker: string }
  /** New output of the command, without the worker's secrets. */
  | { readonly type: "output"; readonly job: string; readonly worker: string; readonly text: string };

export function writeNews(news: News): string {
  return JSON.stringify(news);
}

/** Null if it is not valid, or too large. */
export function readNews(message: string): News | null {
  if (message.length > MOST.newsBytes) return null;
  try {
    const { job, type, worker, text } = JSON.parse(message) as Record<string, unknown>;
    if (typeof job !== "string" || typeof worker !== "string" || worker.length > 100) return null;
    if (type === "output") return typeof text === "string" ? { type, job, worker, text } : null;
    return type === "taken" || type === "answered" ? { type, job, worker } : null;
  } catch {
    return null;
  }
}
