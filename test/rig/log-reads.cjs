// Loaded before the program: appends to LOGGED_READS the name of every file that it reads as text.
const fs = require("node:fs");
const { basename } = require("node:path");
const { syncBuiltinESMExports } = require("node:module");

const log = process.env.LOGGED_READS;
const read = fs.readFileSync;
fs.readFileSync = function (path, encoding) {
  if (typeof path === "string" && encoding === "utf8")
    fs.appendFileSync(
      log,
      `${basename(path)}
`,
    );
  return read.call(this, path, encoding);
};
syncBuiltinESMExports();
