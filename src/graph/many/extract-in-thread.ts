import { parentPort } from "node:worker_threads";
import { createFileReader } from "../../system/files/file-reader.ts";
import { extractOne } from "./extract-one.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { extract } from "../extract.ts";
import { type HelpersAnswer, type SharedWork, takeNext } from "./work.ts";

/** The reader waits for the last answers, so there must be few of them. */
const AT_ONCE = 16;

/** What a thread does: it takes one file after another, as all the others do. */
async function work(shared: SharedWork): Promise<void> {
  const { root, files, referencesOnly } = shared;
  const read = createFileReader(root);
  let answers: HelpersAnswer[] = [];
  const send = (): void => {
    parentPort?.postMessage(answers);
    answers = [];
  };
  for (let at = takeNext(shared); ; at = takeNext(shared)) {
    const file = files[at];
    if (file === undefined) break;
    answers.push([at, await extractOne(file, read, { referencesOnly })]);
    if (answers.length === AT_ONCE) send();
  }
  send();
}

parentPort?.once("message", (shared: SharedWork) => void work(shared));
// Loads what most files need, while there is no work yet.
void extract("a.ts" as RepoPath, Buffer.from('require("a");'));
