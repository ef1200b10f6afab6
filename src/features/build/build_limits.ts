/** How many Builds a company can have. */

/** The most Builds of a company, each of another program. */
export const BUILDS_PER_TENANT_MAX = 10_000;
