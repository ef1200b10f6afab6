/**
 * The GraphQL endpoint as an edge has it. Its modules are a third of what an edge would load, so an edge
 * loads them for its first query. Requests that come meanwhile wait for them.
 */
import type { ProtocolCall } from "../calls/call.ts";
import type { GraphqlEndpoint, GraphqlParts } from "./graphql_endpoint.ts";

export function graphqlProtocol(parts: GraphqlParts): GraphqlEndpoint {
  let endpoint: GraphqlEndpoint | undefined;
  let loading: Promise<GraphqlEndpoint> | undefined;

  /** A failure is not kept: the next request tries again. */
  function loaded(): Promise<GraphqlEndpoint> {
    loading ??= import("./graphql_endpoint.ts").then(
      ({ openGraphql }) => {
        endpoint = openGraphql(parts);
        return endpoint;
      },
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    );
    return loading;
  }

  async function answerWhenLoaded(call: ProtocolCall, body: string): Promise<void> {
    try {
      const opened = await loaded();
      if (!call.isFinished) opened.answer(call, body);
    } catch (cause) {
      parts.calls.fail(call, cause);
    }
  }

  return {
    answer(call, body) {
      if (endpoint === undefined) void answerWhenLoaded(call, body);
      else endpoint.answer(call, body);
    },
  };
}
