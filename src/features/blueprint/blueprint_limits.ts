/** How large a blueprint can be, and how many of them a company can have. */

/** The most blueprints of a company that are not archived. */
export const BLUEPRINTS_PER_TENANT_MAX = 1_000;
/** The most versions of one blueprint, and so its highest revision. */
export const BLUEPRINT_VERSIONS_MAX = 1_000;
