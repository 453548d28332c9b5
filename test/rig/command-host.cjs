"use strict";

/**
 * Runs the built command again and again in one process, because starting Node takes longer than most of what is
 * tested. Each time it has the directory, the variables and the arguments of a process of its own, one at a time.
 */
const { start } = require("../../dist/start.cjs");

async function run({ args, cwd, env }) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const output = { stdout: [], stderr: [] };
  const restore = ["stdout", "stderr"].map((name) => capture(process[name], output[name]));
  try {
    await start(args);
    return {
      status: process.exitCode,
      stdout: Buffer.concat(output.stdout).toString(),
      stderr: Buffer.concat(output.stderr).toString(),
    };
  } finally {
    for (const each of restore) each();
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
    process.exitCode = undefined;
  }
}

function capture(stream, chunks) {
  const { write } = stream;
  stream.write = (chunk, encoding, done = encoding) => {
    chunks.push(Buffer.from(chunk, typeof encoding === "string" ? encoding : undefined));
    if (typeof done === "function") process.nextTick(done);
    return true;
  };
  return () => {
    stream.write = write;
    stream.removeAllListeners("error");
  };
}

process.on("message", (request) => {
  run(request).then(
    (ended) => process.send({ ended }),
    (error) => process.send({ error: String(error.stack) }),
  );
});
process.on("disconnect", () => process.exit());
