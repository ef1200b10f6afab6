/**
 * The id of a request that its caller may choose: visible ASCII, so that the id is safe in a header,
 * in a line of a log and in a record. Whoever writes an id into JSON, a page or a query escapes it
 * there, as any other text of a caller.
 */

export const REQUEST_ID_LENGTH_MAX = 128;
/** The characters U+0021 to U+007E. */
export const REQUEST_ID_PATTERN = `^[!-~]{1,${REQUEST_ID_LENGTH_MAX}}$`;
