/** How long a bench waits for what must come. */

/** What has not come after this time never comes, milliseconds: no machine is so slow that it needs it. */
export const PATIENCE_MS = 1_200_000;
