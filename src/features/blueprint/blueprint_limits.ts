/** How large a blueprint can be, and how many of them a company can have. */

/** The most bytes of a source's canonical text in UTF-8. */
export const BLUEPRINT_SOURCE_BYTES_MAX = 262_144;
/** The most objects and lists of a source that stand within each other, the source itself among them. */
export const BLUEPRINT_SOURCE_DEPTH_MAX = 32;
/** The most blueprints of a company that are not archived. */
export const BLUEPRINTS_PER_TENANT_MAX = 1_000;
/** The most versions of one blueprint, and so its highest revision. */
export const BLUEPRINT_VERSIONS_MAX = 1_000;
