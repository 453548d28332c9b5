"use strict";

/** Loaded into the command: writes down the largest size that its process had, in KB, when it ends. */
const { appendFileSync } = require("node:fs");

process.on("exit", () => appendFileSync(process.env.PEAK_FILE, `${process.resourceUsage().maxRSS}\n`));
