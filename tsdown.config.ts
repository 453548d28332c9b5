import { defineConfig, type UserConfig } from "tsdown";

const shared: UserConfig = { platform: "node", target: "node20.19", fixedExtension: false };

/** Dependencies stay external: they are loaded lazily, and only by the stages that need them. */
const config: UserConfig[] = defineConfig([
  {
    ...shared,
    entry: { index: "src/index.ts", workflow: "src/workflow.ts", cli: "src/cli/main.ts" },
    format: "esm",
    dts: true,
    clean: true,
  },
  { ...shared, entry: { start: "src/cli/start.ts" }, format: "cjs", dts: false, clean: false },
]) as UserConfig[];
export default config;
