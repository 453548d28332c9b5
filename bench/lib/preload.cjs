// Loaded into a command that is inspected: writes down at its end what it took. Its children are left alone.
const { writeFileSync } = require("node:fs");

const file = process.env.VERIFICATION_BENCH_INSPECT;
delete process.env.VERIFICATION_BENCH_INSPECT;
delete process.env.NODE_V8_COVERAGE;
process.on("exit", () => {
  const builtins = process.moduleLoadList.filter((name) => name.startsWith("NativeModule ")).length;
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  writeFileSync(file, JSON.stringify({ pid: process.pid, builtins, peakMegabytes }));
});
