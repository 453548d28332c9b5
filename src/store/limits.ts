import { MOST_BYTES } from "./kept/seal.ts";

/**
 * Bounds what reading a database can cost, whatever is in it: a row larger than any that is written comes without its
 * body, and a query through a table ends after this many rows. No real table comes near either limit.
 */
export const BODY: string = `iif(octet_length(body) <= ${MOST_BYTES}, body, NULL) AS body`;
export const MOST_ROWS = 5_000_000;
