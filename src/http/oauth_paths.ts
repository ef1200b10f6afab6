/** Where the documents of the OAuth server stand on the host root. */

/** RFC 8414, 3. */
export const AUTHORIZATION_SERVER_PATH = "/.well-known/oauth-authorization-server";
/** RFC 9728, 3.1: the path of the resource, `/v1`, stands behind the well-known part. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource/v1";
/** The metadata of the agents' protocol, a resource of its own, whose tokens are taken nowhere else (RFC 8707). */
export const MCP_RESOURCE_METADATA_PATH = `${RESOURCE_METADATA_PATH}/mcp`;
/** The metadata of `/v1` for a client that looks without the path of the resource. */
export const BARE_RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
