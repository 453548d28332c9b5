import { MOST_BYTES } from "./kept/seal.ts";

/**
 * What reading a database may cost, whatever it holds: a row that is larger than any that is written comes
 * without its body, and a question that goes through a table ends after so many rows. No table comes near either.
 */
export const BODY: string = `iif(octet_length(body) <= ${MOST_BYTES}, body, NULL) AS body`;
export const MOST_ROWS = 5_000_000;
