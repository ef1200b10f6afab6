/** Runs an edge with what it serves, put together from its program's definition (src/entries/edge.ts). */
import type { Logger } from "pino";
import type { AnyOperation } from "../calls/callable.ts";
import { NO_GUIDE } from "../contract/declare/agent_guide.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { type About, documentText, openApiDocument } from "../contract/document/openapi.ts";
import { approvalSightOf } from "../features/agent_approval/approval_sight.ts";
import { AGENT_PROGRAMS } from "../features/build/agent_programs.ts";
import { scopesOfLogins } from "../features/login_scopes.ts";
import { RESOURCES } from "../features/registry.ts";
import { findersOf } from "./credential_directory.ts";
import { runEdgeThread } from "./edge_thread.ts";
import type { EdgeThreadData } from "./worker_data.ts";

export type EdgeProgram<S, P> = {
  operations: readonly AnyOperation[];
  /** Loads what the documents say of the platform, and what agents are told: nobody asks for it at a start. */
  about: () => Promise<About>;
  /** The registries of both kinds of shards. */
  shard: ShardRegistry<S>;
  platform: ShardRegistry<P>;
};

export function runEdge<S, P>(
  data: EdgeThreadData,
  { operations, about, shard, platform }: EdgeProgram<S, P>,
  logger: Logger,
): Promise<void> {
  const wiring = {
    operations,
    codecs: shard.codecs,
    finders: findersOf(platform),
    contractText: async () => contractTextOf(operations, await about()),
    // GraphQL is loaded when somebody asks for it.
    schemaText: async () => (await import("../graphql/schema.ts")).schemaText(operations),
    words: async () => {
      const { tags, walk = [], sameMeaning = [] } = await about();
      return { tags, walk, sameMeaning };
    },
    approvals: approvalSightOf(RESOURCES),
    reaching: AGENT_PROGRAMS,
    guide: async () => (await about()).guide ?? NO_GUIDE,
    scopesOfLogins: scopesOfLogins(),
  };
  return runEdgeThread(data, wiring, logger);
}

/** The OpenAPI document that `/openapi.json` serves, the same text on every edge. */
function contractTextOf(operations: readonly AnyOperation[], about: About): string {
  return documentText(openApiDocument(operations as never, about, { serverUrl: "/v1" }));
}
