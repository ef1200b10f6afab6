/** The interfaces that tokens are for, by their addresses (RFC 8707, 2): a token of one is refused at the other. */

/** The interface of people and their programs. `publicUrl`: see `PreparationTools`. */
export function apiResource(publicUrl: string): string {
  return `${publicUrl}/v1`;
}

/** The interface of agents. */
export function mcpResource(publicUrl: string): string {
  return `${publicUrl}/v1/mcp`;
}
