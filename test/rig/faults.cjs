"use strict";

/**
 * Preloaded into the command: makes chosen steps fail, or ends the process at one of them as a power cut would.
 * A step is a call to the file system, a statement of SQLite or the start of a process. FAULT says which, as JSON:
 *   root, report        to tell places apart
 *   kinds, places       the steps that count; all where they are not given
 *   from, times         the first of them that is hit, counted from 1, and how many; all that follow unless given
 *   error               the code with which they fail
 *   kill                "before" such a step, or "half" way through what it writes
 *   log                 a file that gets a line for every step that counts
 */
const fs = require("node:fs");
const child = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");
const { join, resolve } = require("node:path");
const { getSystemErrorMap } = require("node:util");

const PROGRAM = join(__dirname, "../..");
const KINDS = {
  open: ["open"],
  read: ["read", "readFile"],
  stat: ["stat", "lstat", "fstat", "access", "realpath", "readlink", "statfs"],
  list: ["readdir", "opendir"],
  write: ["write", "writeFile", "appendFile", "copyFile"],
  sync: ["fsync"],
  rename: ["rename"],
  link: ["link", "symlink"],
  remove: ["rm", "unlink", "rmdir"],
  mkdir: ["mkdir"],
};
/** What SQLite answers when the system says this. */
const SQLITE = { ENOSPC: 13, EIO: 10, EROFS: 8, EMFILE: 14, EACCES: 14 };

const original = { ...fs };
const files = new Map();
const fault = JSON.parse(process.env.FAULT ?? "null");
let count = 0;
/** Node's own calls are made of others, which are no steps of their own. */
let isInside = false;

function quietly(work) {
  const before = isInside;
  isInside = true;
  try {
    return work();
  } finally {
    isInside = before;
  }
}

function placeOf(target) {
  if (typeof target === "number") return files.get(target) ?? "other";
  const path = resolve(
    Buffer.isBuffer(target) ? target.toString("latin1") : String(target?.pathname ?? target),
  );
  const inside =
    path === fault.root ? "" : path.startsWith(`${fault.root}/`) ? path.slice(fault.root.length + 1) : null;
  if (path === fault.report) return "report";
  if (path.startsWith("/proc/") || path === "/proc") return "system";
  if (inside === null)
    return path.startsWith(PROGRAM) || path.includes("/node_modules/") ? "program" : "outside";
  if (inside.startsWith(".verification-cache") || inside.startsWith(".git/verification")) return "cache";
  if (inside.startsWith(".verification-baseline")) return "baseline";
  if (inside.startsWith(".verification")) return "config";
  return inside === ".git" || inside.startsWith(".git/") ? "git" : "tree";
}

/** Whether this step is to fail; does not return where the process is to end. */
function isHit(kind, place, writeHalf) {
  if (isInside || place === "program" || place === "other") return false;
  if (fault.kinds !== undefined && !fault.kinds.includes(kind)) return false;
  if (fault.places !== undefined && !fault.places.includes(place)) return false;
  count += 1;
  if (fault.log !== undefined) quietly(() => original.appendFileSync(fault.log, `${kind} ${place}\n`));
  const from = fault.from ?? 1;
  if (count < from || count >= from + (fault.times ?? Infinity)) return false;
  if (fault.kill === undefined) return fault.error !== undefined;
  if (fault.kill === "half") quietly(() => writeHalf?.());
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

function systemError(syscall, path) {
  const [errno, [, text]] = [...getSystemErrorMap()].find(([, [name]]) => name === fault.error);
  const where = typeof path === "number" ? "" : ` '${String(path)}'`;
  const error = new Error(`${fault.error}: ${text}, ${syscall}${where}`);
  return Object.assign(error, { errno, code: fault.error, syscall, path: String(path) });
}

function halfOf(name, args) {
  const [target, data] = args;
  if (typeof data !== "string" && !Buffer.isBuffer(data)) return undefined;
  const half = data.slice(0, Math.floor(data.length / 2));
  if (name === "write") return () => original.writeSync(target, half);
  return () => original[`${name}Sync`](target, half, ...args.slice(2));
}

function wrapSync(kind, name) {
  const call = fs[`${name}Sync`];
  if (call === undefined) return;
  const wrapped = (...args) => {
    const place = placeOf(args[0]);
    if (isHit(kind, place, halfOf(name, args))) throw systemError(name, args[0]);
    const result = quietly(() => call(...args));
    if (name === "open") files.set(result, place);
    return result;
  };
  fs[`${name}Sync`] = Object.assign(wrapped, call);
}

function wrapCallback(kind, name) {
  const call = fs[name];
  if (call === undefined) return;
  const wrapped = (...args) => {
    const place = placeOf(args[0]);
    const done = args.at(-1);
    if (isHit(kind, place, halfOf(name, args)))
      return void process.nextTick(done, systemError(name, args[0]));
    if (name !== "open") return call(...args);
    return call(...args.slice(0, -1), (error, fd) => {
      if (error === null) files.set(fd, place);
      done(error, fd);
    });
  };
  fs[name] = Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(call));
}

function wrapPromise(kind, name) {
  const call = fs.promises[name];
  if (call === undefined) return;
  fs.promises[name] = async (...args) => {
    if (isHit(kind, placeOf(args[0]), halfOf(name, args))) throw systemError(name, args[0]);
    return call(...args);
  };
}

function wrapExists() {
  const { existsSync } = fs;
  fs.existsSync = (path) => (isHit("stat", placeOf(path)) ? false : existsSync(path));
}

function wrapSpawn() {
  const { spawn } = child;
  child.spawn = (command, args, options) => {
    const place = command === "git" ? "git" : "tree";
    if (!isHit("spawn", place)) return spawn(command, args, options);
    const failed = spawn("/nonexistent/command", [], options);
    const emit = failed.emit.bind(failed);
    failed.emit = (event, ...rest) =>
      emit(event, ...(event === "error" ? [systemError("spawn", command)] : rest));
    return failed;
  };
}

function wrapSqlite() {
  const load = process.getBuiltinModule?.bind(process) ?? (() => undefined);
  process.getBuiltinModule = (name) =>
    name === "node:sqlite" ? createSqlite(load(name) ?? require("@photostructure/sqlite")) : load(name);
}

function createSqlite({ DatabaseSync }) {
  const check = (sql) => {
    const kind = /^\s*(SELECT|PRAGMA \w+$)/.test(sql)
      ? "sql-read"
      : sql === "OPEN"
        ? "sql-open"
        : "sql-write";
    if (!isHit(kind, "cache")) return;
    const errcode = SQLITE[fault.error];
    throw Object.assign(new Error(`injected ${fault.error}`), { code: "ERR_SQLITE_ERROR", errcode });
  };
  class Database {
    constructor(...args) {
      check("OPEN");
      this.inner = new DatabaseSync(...args);
    }
    exec(sql) {
      check(sql);
      return this.inner.exec(sql);
    }
    prepare(sql) {
      const statement = this.inner.prepare(sql);
      const guard =
        (name) =>
        (...values) => (check(sql), statement[name](...values));
      return { run: guard("run"), get: guard("get"), all: guard("all"), iterate: guard("iterate") };
    }
    close() {
      this.inner.close();
    }
  }
  return { DatabaseSync: Database };
}

if (fault !== null && process.argv[1]?.endsWith("bin/verification")) {
  for (const [kind, names] of Object.entries(KINDS)) {
    for (const name of names) {
      wrapSync(kind, name);
      wrapCallback(kind, name);
      wrapPromise(kind, name);
    }
  }
  wrapExists();
  wrapSpawn();
  wrapSqlite();
  syncBuiltinESMExports();
}
