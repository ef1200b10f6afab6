/** The window in which requests are counted, as answers name it. */

/** Specification, Limits: fixed windows of 60 seconds. */
export const RATE_WINDOW_SECONDS = 60;
