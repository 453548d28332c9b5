/** The hooks of git that can be installed. */
export const HOOK_NAMES = ["pre-push", "pre-commit"] as const;
export type HookName = (typeof HOOK_NAMES)[number];
