/** Where the documents of the OAuth server stand on the host root. */

/** RFC 8414, 3. */
export const AUTHORIZATION_SERVER_PATH = "/.well-known/oauth-authorization-server";
/** RFC 9728, 3.1: the path of the resource, `/v1`, stands behind the well-known part. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource/v1";
/** The same of the agents' protocol, whose tokens are no others' (RFC 8707). */
export const MCP_RESOURCE_METADATA_PATH = `${RESOURCE_METADATA_PATH}/mcp`;
/** The same for a client that looks without a path. */
export const BARE_RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
