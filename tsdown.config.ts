import { defineConfig, type UserConfig } from "tsdown";

const shared: UserConfig = { platform: "node", target: "node20.19", fixedExtension: false };

/**
 * What is written in JavaScript is bundled, so that a run opens few files; what comes with a binary stays outside.
 * Either is loaded only by the stages that need it.
 */
const config: UserConfig[] = defineConfig([
  {
    ...shared,
    entry: { index: "src/index.ts", workflow: "src/workflow.ts", cli: "src/cli/main.ts" },
    format: "esm",
    noExternal: [/^(?!node:|oxc-|@photostructure\/|@parcel\/|\.)/],
    dts: true,
    clean: true,
  },
  { ...shared, entry: { start: "src/cli/start.ts" }, format: "cjs", dts: false, clean: false },
]) as UserConfig[];
export default config;
