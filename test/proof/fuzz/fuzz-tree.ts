import { stringify } from "yaml";
import type { CheckInput, ConfigInput } from "../../../src/index.ts";
import type { Files } from "../sample-tree.ts";

const CHECKS: readonly CheckInput[] = [
  { name: "links", uses: "builtin:links", files: ["docs/*.md"] },
  { name: "imports", uses: "builtin:imports", files: ["src/*.ts"] },
  {
    name: "words",
    type: "lint",
    command: "sh",
    args: ["-c", "! grep -q BAD src/b.txt"],
    files: ["src/b.txt"],
  },
];

const SHARED: Files = {
  ".gitignore": ".verification-baseline.json\nreceipt.json\n",
  "src/a.ts": 'import { b } from "./b.js";\nexport const a: number = b;\n',
  "src/b.ts": "export const b = 1;\n",
  "docs/b.md": "# B\n",
};
const configured = (checks: readonly CheckInput[], more: ConfigInput = {}): Files => ({
  ".verification.yml": stringify({ checks, ...more }),
});

/** A repository of which every check passes, and one of which two fail and whose failures are kept. */
export const GREEN: Files = {
  ...SHARED,
  ...configured(CHECKS),
  "docs/a.md": "# A\n\n[b](b.md)\n",
  "src/b.txt": "fine\n",
};
export const RED: Files = {
  ...SHARED,
  ...configured(CHECKS.map((check) => ({ ...check, replayFailures: true }))),
  "docs/a.md": "# A\n\n[c](c.md)\n",
  "src/b.txt": "BAD\n",
};

const SKILL = `---
name: check-links
description: Checks links.
metadata: { triggers: [pre_commit] }
---

# Links

\`\`\`yaml verification
checks:
  - { name: from-skill, uses: "builtin:links", files: ["docs/*.md"] }
\`\`\`
`;

/** One of which everything that configures is there. */
export const CONFIGURED: Files = {
  ...GREEN,
  ...configured(CHECKS, {
    incremental: {
      change_detection: { similarity_threshold: 0.6 },
      caching: { storage_path: ".verification-cache" },
    },
    execution: { maxParallel: 2, maxRetries: 1 },
    profiles: { quick: { checks: [] } },
  }),
  ".claude/skills/links/SKILL.md": SKILL,
  "package.json": `${JSON.stringify({
    name: "sample",
    version: "1.0.0",
    type: "module",
    scripts: { lint: "true", test: "true" },
    exports: { ".": "./src/a.ts" },
    imports: { "#b": "./src/b.ts" },
    workspaces: ["packages/*"],
    devDependencies: { nothing: "1.0.0" },
  })}\n`,
  "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"] } } }\n',
  "other.json": `${JSON.stringify({ checks: CHECKS })}\n`,
};

const META = {
  slug: "one",
  description: "One thing",
  number: 1,
  source: "manual",
  created_at: "2026-01-01T00:00:00.000Z",
  phases_completed: ["00-quick-scan"],
  analysis_status: "partial",
  codebase_hash: "0123456",
  phase_commits: { "00-quick-scan": "0123456" },
};
const STATE = {
  schemaVersion: 1,
  active_workflow: {
    type: "feature",
    mode: "build",
    artifact_folder: "one",
    phases: ["05-test-strategy", "06-implementation"],
    current_phase: "05-test-strategy",
    current_phase_index: 0,
    started_at: "2026-01-01T00:00:00.000Z",
    branch: null,
    supervised: false,
    options: {},
    quick_scan_before: null,
  },
  phases: { "05-test-strategy": { status: "waiting", started_at: "2026-01-01T00:00:00.000Z" } },
};

/** One with an item, half way through. */
export const FLOW: Files = {
  ...GREEN,
  "docs/requirements/one/meta.json": `${JSON.stringify(META, null, 2)}\n`,
  "docs/requirements/one/notes.md": "See `src/a.ts`.\n",
  ".verification/state.json": `${JSON.stringify(STATE, null, 2)}\n`,
  "BACKLOG.md": "# Backlog\n\n- 1 [~] One thing -> [one](docs/requirements/one/)\n- [ ] 2 Another\n",
  "workflows.json": `${JSON.stringify({
    workflows: {
      feature: {
        phases: [
          "00-quick-scan",
          "05-test-strategy",
          { key: "06-implementation", gate: { checks: ["links"] } },
        ],
      },
    },
    rules: { no_halfway_entry: true },
  })}\n`,
};
