import { type Access, type Connection, openConnection, openReadOnly } from "./connection.ts";
import { createDatabase, type Database, SENTENCES } from "./database.ts";
import {
  databaseFile,
  inspectDirectory,
  isWritable,
  prepareDirectory,
  removeLeftovers,
} from "./directory.ts";
import { classifyFault } from "./fault.ts";

/** After so many databases in a row that cannot be read, the trouble is not in the databases. */
const ATTEMPTS = 3;

const OTHER_VERSION = "The cache is from another version of this program and has been started anew.";

export interface Place extends Access {
  readonly dir: string;
  readonly warnings: string[];
  /** Called when a database is given up for a new one. */
  readonly onReplace: () => void;
}

/** Null where there is no way to use the directory; the warnings say why, then. */
export function openDatabase(place: Place): Database | null {
  const { dir, warnings } = place;
  try {
    const { generation, otherVersion } = prepareDirectory(dir);
    if (otherVersion) warnings.push(OTHER_VERSION);
    const connection = openFrom(place, generation);
    if (connection === null) return null;
    return createDatabase({
      connection,
      writable: true,
      isWritable: () => isWritable(connection.file),
      replace: () => replace(place, connection.file),
      warnings,
    });
  } catch (error) {
    return openForReading(place, describe(error));
  }
}

/** The database of this generation, or of the next where it is damaged or not ours. */
function openFrom(place: Place, generation: number): Connection | null {
  for (let next = generation; next < generation + ATTEMPTS; next += 1) {
    const connection = openIntact(place, databaseFile(place.dir, next));
    if (connection !== null) {
      if (next > generation) removeLeftovers(connection.file, 0);
      return connection;
    }
    if (next === generation) place.warnings.push(SENTENCES.damaged);
    place.onReplace();
  }
  place.warnings.push(SENTENCES.unusable);
  return null;
}

function openIntact(access: Access, file: string): Connection | null {
  try {
    return openConnection(access, file);
  } catch (error) {
    if (classifyFault(error) === "damaged") return null;
    throw error;
  }
}

/** Another process may have replaced it already: then its database is used. */
function replace(place: Place, damaged: string): Connection | null {
  const { dir } = place;
  place.onReplace();
  try {
    const { generation } = inspectDirectory(dir);
    const next = databaseFile(dir, generation) === damaged ? generation + 1 : generation;
    const connection = openIntact(place, databaseFile(dir, next));
    if (connection !== null) removeLeftovers(connection.file, 0);
    return connection;
  } catch (error) {
    describe(error);
    return null;
  }
}

function openForReading({ binding, dir, warnings }: Place, trouble: string): Database | null {
  try {
    const { generation } = inspectDirectory(dir);
    const connection = openReadOnly(binding, databaseFile(dir, generation));
    if (connection !== null) {
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

/** What went wrong in the world; throws what is a bug. */
function describe(error: unknown): string {
  const known = classifyFault(error) !== null || (error instanceof Error && "syscall" in error);
  if (!known) throw error;
  return (error as Error).message;
}
