import { CONFIG_FILES } from "../discover.ts";

const EXAMPLE = `    version: 1
    checks:
      - name: test
        type: test
        command: make
        args: [test]`;

/** What to do if nothing can be inferred, so that `init` cannot write anything either. */
export const WRITE_ONE = `Write ${CONFIG_FILES[0]} yourself; this is a complete one:\n\n${EXAMPLE}`;
export const DECLARE_ONE = `Declare one under checks:; this is a complete configuration:\n\n${EXAMPLE}`;
