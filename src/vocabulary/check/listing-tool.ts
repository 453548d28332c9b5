/** Tools that can be asked for their files. */
export const LISTING_TOOLS = ["vitest", "jest", "eslint", "prettier", "tsc"] as const;
export type ListingTool = (typeof LISTING_TOOLS)[number];
