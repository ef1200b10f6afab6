/**
 * Runs an edge with what it serves, put together from the worker's definition. A module of its own,
 * which only edges load: to load what answers requests and makes the contract document takes longer than
 * the rest of a thread's start.
 */
import type { Logger } from "pino";
import type { AnyOperation } from "../calls/callable.ts";
import { NO_GUIDE } from "../contract/agent_guide.ts";
import { type About, documentText, openApiDocument } from "../contract/openapi.ts";
import type { FactCodec } from "../contract/record.ts";
import { consumedApprovalIn } from "../features/agent_approval/approval_use.ts";
import { seenRevisionOf } from "../features/agent_approval/seen_revision.ts";
import { RESOURCES } from "../features/registry.ts";
import type { Finders } from "./credential_directory.ts";
import { runEdgeThread } from "./edge_thread.ts";
import type { EdgeThreadData } from "./worker_data.ts";

export type EdgeProgram = {
  operations: readonly AnyOperation[];
  /** The general part of the contract document. */
  about: About;
  codecs: readonly FactCodec[];
  /** How the platform shard's features find what they announce. */
  finders: Finders;
};

export function runEdge(
  data: EdgeThreadData,
  { operations, about, codecs, finders }: EdgeProgram,
  logger: Logger,
): Promise<void> {
  const wiring = {
    operations,
    codecs,
    finders,
    contractText: () => contractTextOf(operations, about),
    // GraphQL is loaded when somebody asks for it.
    schemaText: async () => (await import("../graphql/schema.ts")).schemaText(operations),
    walk: about.walk ?? [],
    approvals: { seenRevision: seenRevisionOf(RESOURCES), consumedIn: consumedApprovalIn },
    guide: about.guide ?? NO_GUIDE,
    scopesOfLogins: about.scopesOfLogins ?? { all: [], byDefault: [], ofAgents: [] },
  };
  return runEdgeThread(data, wiring, logger);
}

/** The OpenAPI document that `/openapi.json` serves, the same text on every edge. */
function contractTextOf(operations: readonly AnyOperation[], about: About): string {
  return documentText(openApiDocument(operations as never, about, { serverUrl: "/v1" }));
}
