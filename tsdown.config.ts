import { defineConfig, type UserConfig } from "tsdown";

const shared: UserConfig = { platform: "node", target: "node20.19", fixedExtension: false };

const LIBRARY = { index: "src/index.ts", workflow: "src/workflow.ts" };

/**
 * What is written in JavaScript is bundled, so that a run opens few files; what comes with a binary stays outside.
 * Either is loaded only by the stages that need it.
 */
const config: UserConfig[] = defineConfig([
  {
    ...shared,
    entry: { ...LIBRARY, cli: "src/cli/main.ts" },
    format: "esm",
    noExternal: [/^(?!node:|oxc-|@photostructure\/|@parcel\/|\.)/],
    dts: false,
    clean: true,
  },
  // Types of dependencies are left to them: copied, they do not compile where a project checks its libraries too.
  { ...shared, entry: LIBRARY, format: "esm", dts: { emitDtsOnly: true }, clean: false },
  { ...shared, entry: { start: "src/cli/start.ts" }, format: "cjs", dts: false, clean: false },
]) as UserConfig[];
export default config;
