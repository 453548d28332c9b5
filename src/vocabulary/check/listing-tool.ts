/** Tools that can be asked which files they take. */
export const LISTING_TOOLS = ["vitest", "jest", "eslint", "prettier", "tsc"] as const;
export type ListingTool = (typeof LISTING_TOOLS)[number];
