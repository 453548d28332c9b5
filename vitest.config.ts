import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/rig/build.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 3,
    // What is waited for comes; how soon depends on how busy the machine is.
    expect: { poll: { timeout: 60_000 } },
  },
});
export default config;
