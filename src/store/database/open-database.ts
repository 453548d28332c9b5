import type { OwnPlace } from "../../system/own/own-place.ts";
import {
  databaseFile,
  findDatabases,
  findObstacle,
  isWritable,
  prepareDirectory,
  removeLeftovers,
} from "../directory.ts";
import { classifyFault } from "../fault.ts";
import {
  type DatabaseAccess,
  type Connection,
  openConnection,
  openReadOnly,
  type DatabaseFault,
} from "./connection.ts";
import { createDatabase, type Database, SENTENCES } from "./database.ts";

/** After this many unreadable databases in a row, the databases are not the problem. */
const ATTEMPTS = 3;

export const OTHER_VERSION =
  "The cache is from another version of this program, so this run starts without it.";
const OTHER_KEY = "The cache was not written with your key, so this run starts without it.";
/** It has the name of one of the user's own databases, so somebody put it there. */
const forgedSentence = (file: string): string =>
  `${file} was not written with your key, so it is not used: remove it.`;

export interface DatabasePlace extends DatabaseAccess {
  readonly dir: OwnPlace;
  readonly warnings: string[];
  /** Whether to create a database if there is none. Commands that only read leave no trace. */
  readonly create: boolean;
  /** Called when a new database replaces this one. */
  readonly onReplace: () => void;
}

/** Null if the directory cannot be used; the warnings say why. */
export function openDatabase(place: DatabasePlace): Database | null {
  const { dir, key, warnings } = place;
  const obstacle = place.create ? prepareDirectory(dir) : findObstacle(dir);
  if (obstacle === "absent") return null;
  if (obstacle?.refused !== undefined) {
    warnings.push(`${obstacle.refused}. Until then nothing is cached.`);
    return null;
  }
  if (obstacle !== null) return openForReading(place, obstacle.reason);
  if (!place.create && findDatabases(dir, key).generations.length === 0) return null;
  try {
    const connection = openNewest(place);
    if (connection === null) return null;
    return createDatabase({
      connection,
      writable: true,
      isWritable: () => isWritable(dir, connection.file),
      replace: () => replace(place, connection.file),
      warnings,
    });
  } catch (error) {
    return openForReading(place, describe(error));
  }
}

/**
 * The newest database that is ours. A database that was not made with the key does not count, however new it claims to
 * be. A damaged one is followed by the next generation, which is empty.
 */
function openNewest(place: DatabasePlace): Connection | null {
  const { dir, key, warnings } = place;
  const { generations, others } = findDatabases(dir, key);
  if (others === "another version") warnings.push(OTHER_VERSION);
  if (others === "another key") warnings.push(OTHER_KEY);
  const [newest = 0] = generations;
  let forged = 0;
  for (const generation of generations) {
    const file = databaseFile(dir, key, generation);
    const opened = openIntact(place, file);
    if (typeof opened !== "string") return opened;
    if (opened === "damaged") warnings.push(SENTENCES.damaged);
    else if ((forged += 1) === 1) warnings.push(forgedSentence(file));
    place.onReplace();
    if (opened === "damaged") break;
  }
  const first = generations.length === 0 ? 0 : newest + 1;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const next = first + attempt;
    const connection = openIntact(place, databaseFile(dir, key, next));
    if (typeof connection === "string") continue;
    if (next > 0) removeLeftovers(dir, connection.file, 0);
    return connection;
  }
  warnings.push(SENTENCES.unusable);
  return null;
}

function openIntact(access: DatabaseAccess, file: string): Connection | DatabaseFault {
  try {
    return openConnection(access, file);
  } catch (error) {
    if (classifyFault(error) === "damaged") return "damaged";
    throw error;
  }
}

/** If another process has replaced it already, its database is used. */
function replace(place: DatabasePlace, damaged: string): Connection | null {
  const { dir, key } = place;
  place.onReplace();
  try {
    const [generation = 0] = findDatabases(dir, key).generations;
    const next = databaseFile(dir, key, generation) === damaged ? generation + 1 : generation;
    const connection = openIntact(place, databaseFile(dir, key, next));
    if (typeof connection === "string") return null;
    removeLeftovers(dir, connection.file, 0);
    return connection;
  } catch (error) {
    describe(error);
    return null;
  }
}

function openForReading(place: DatabasePlace, trouble: string): Database | null {
  const { dir, key, warnings } = place;
  try {
    for (const generation of findDatabases(dir, key).generations) {
      const connection = openReadOnly(place, databaseFile(dir, key, generation));
      if (connection === "forged") continue;
      if (connection === "damaged") break;
      warnings.push(`${SENTENCES["read-only"]} (${trouble})`);
      return createDatabase({
        connection,
        writable: false,
        isWritable: () => false,
        replace: () => null,
        warnings,
      });
    }
  } catch (error) {
    describe(error);
  }
  warnings.push(`${SENTENCES.unusable} (${trouble})`);
  return null;
}

/** Describes an external problem; throws if it is a bug. */
function describe(error: unknown): string {
  const known = classifyFault(error) !== null || (error instanceof Error && "syscall" in error);
  if (!known) throw error;
  return (error as Error).message;
}
