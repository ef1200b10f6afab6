/** How long a test waits for what must come. */

/**
 * What has not come after this time never comes, milliseconds. Twenty minutes, which no machine needs
 * that passes the tests at all; less than the longest time of a test (scripts/test.mjs), so that the
 * test can say what is missing. Another time in the environment shortens the search for a race, on a machine that is fast.
 */
export const PATIENCE_MS = Number(process.env["PATIENCE_MS"] ?? 1_200_000);
