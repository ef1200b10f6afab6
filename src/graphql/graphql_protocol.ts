/** The GraphQL endpoint as an edge has it: its modules are a third of what an edge would load. */
import { loadedEndpoint } from "../calls/loaded_endpoint.ts";
import type { GraphqlEndpoint, GraphqlParts } from "./graphql_endpoint.ts";

/** The endpoint, whose modules are loaded with the first request. */
export function graphqlProtocol(parts: GraphqlParts): GraphqlEndpoint {
  return loadedEndpoint(parts.calls, async () =>
    (await import("./graphql_endpoint.ts")).openGraphql(parts),
  );
}
