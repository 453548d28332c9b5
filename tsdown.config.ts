import { defineConfig, type UserConfig } from "tsdown";

/** Dependencies stay external: they are loaded lazily, and only by the stages that need them. */
const config: UserConfig = defineConfig({
  entry: { index: "src/index.ts", workflow: "src/workflow.ts", cli: "src/cli/main.ts" },
  platform: "node",
  target: "node20.19",
  format: "esm",
  dts: true,
  fixedExtension: false,
  clean: true,
});
export default config;
