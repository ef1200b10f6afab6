/** Runs an edge in its own thread: it listens at once, and serves when every log is replayed. */
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import { openClientAddress, openProxies } from "../access/client_address.ts";
import type { Approving } from "../calls/approval.ts";
import type { Calls } from "../calls/calls.ts";
import type { AgentGuide } from "../contract/declare/agent_guide.ts";
import type { Announcement } from "../contract/declare/announcement.ts";
import type { ReachedThings } from "../contract/declare/reach.ts";
import { ShardSignals } from "../contract/messages/envelope.ts";
import type { NewsAnswer } from "../contract/messages/provider_news.ts";
import type { FactCodec } from "../contract/records/record.ts";
import { REALM_MOMENTS } from "../features/event/realm_moments.ts";
import { graphqlProtocol } from "../graphql/graphql_protocol.ts";
import { GRAPHQL_ROUTE } from "../graphql/http_shapes.ts";
import { newsDelivery } from "../http/call/news_delivery.ts";
import { ConnectionGate } from "../http/connection_gate.ts";
import { Edge, type EdgeParts } from "../http/edge.ts";
import { requestLog } from "../http/note/request_log.ts";
import { Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Finders } from "./credential_directory.ts";
import { openCallers } from "./edge_callers.ts";
import { openEdgeCalls } from "./edge_calls.ts";
import { type DocumentsWiring, edgeDocuments, originOf } from "./edge_documents.ts";
import { edgeHandlers } from "./edge_handlers.ts";
import { openPools } from "./edge_pools.ts";
import { openRequests } from "./edge_requests.ts";
import { mcpRoute } from "./mcp_route.ts";
import { probeDocuments } from "./probe_documents.ts";
import { type Handlers, openRpc, type Rpc } from "./rpc.ts";
import { openThreadMeter } from "./thread_meter.ts";
import { openTracing } from "./tracing.ts";
import type { EdgeThreadData } from "./worker_data.ts";

export type EdgeWiring = DocumentsWiring & {
  codecs: readonly FactCodec[];
  finders: Finders;
  /** What the approvals of agents' calls need of snapshots. */
  approvals: Pick<Approving, "seenRevision" | "seenNamed" | "consumedIn" | "notices">;
  /** Which things of their company agents reach. */
  reaching: ReachedThings;
  guide: () => Promise<AgentGuide>;
};

type Told = (announcement: Announcement) => void;

export async function runEdgeThread(
  data: EdgeThreadData,
  wiring: EdgeWiring,
  logger: Logger,
): Promise<void> {
  const handlers: Handlers = {};
  const rpc = openRpc(parentPort as MessagePort, handlers);
  const meter = openThreadMeter();
  const connections = new ConnectionGate(data.connectionsMax, openProxies(data.trustedProxies));
  const views = new Map<number, ShardView>();
  const callers = openCallers(data, { finders: wiring.finders, views, rpc });
  const requests = openRequests(data.requestLogPath, rpc);
  const pools = openPools(data);
  const told: Told[] = [(announcement) => callers.credentials.apply(announcement)];
  const couriers = couriersOver(data, told);
  const log = requestLog(logger);
  const tracing = await openTracing(process.env, logger);
  const { reaching, approvals, codecs } = wiring;
  const opened = { rpc, callers, couriers, views, pools, requests, reaching, approvals, log };
  const calls = openEdgeCalls(data, opened);
  const { docsUrl } = data;
  const origin = originOf(docsUrl);
  const mcp = mcpRoute({ ...wiring, peppers: callers.peppers, calls, docsUrl, origin });
  told.push((announcement) => mcp.told(announcement));
  const edge = edgeOf(data, wiring, {
    ...{ calls, connections, tracing, log, recorder: requests?.recorder },
    protocols: [graphqlRoute(data, wiring, calls), mcp],
    rpc,
  });
  const parts = { ...opened, data, edge, connections, codecs, tracing, meter, logger };
  Object.assign(handlers, edgeHandlers(parts));
  await edge.listen(data.host, data.port);
  await rpc.call("listening");
}

type Opened = Pick<
  EdgeParts,
  "calls" | "connections" | "tracing" | "log" | "recorder" | "protocols"
> & { rpc: Rpc };

function edgeOf(data: EdgeThreadData, wiring: EdgeWiring, { rpc, ...opened }: Opened): Edge {
  const edge: Edge = new Edge({
    ...opened,
    operations: wiring.operations,
    edge: data.edge,
    nowMs: Date.now,
    docsUrl: data.docsUrl,
    clientAddress: openClientAddress(data.trustedProxies),
    documents: new Map([...probeDocuments(rpc, () => edge.ready), ...edgeDocuments(data, wiring)]),
    // What others deliver goes over main to the outbox.
    deliveries: [newsDelivery((delivery) => rpc.call<NewsAnswer>("news", delivery))],
  });
  return edge;
}

/**
 * One courier for each shard. Announcements are applied, by all that are told at that time, before the courier
 * confirms them.
 */
function couriersOver({ shards }: EdgeThreadData, told: readonly Told[]): Map<number, Courier> {
  const apply = (announcements: readonly Announcement[]) => {
    for (const announcement of announcements) for (const tell of told) tell(announcement);
    return undefined;
  };
  return new Map(
    shards.map(({ shard, port, signals }) => [
      shard,
      new Courier(port as never, new ShardSignals(signals), { apply }),
    ]),
  );
}

function graphqlRoute(
  { docsUrl, graphqlCompiler: compiles }: EdgeThreadData,
  { operations }: EdgeWiring,
  calls: Calls,
): EdgeParts["protocols"][number] {
  const graphql = graphqlProtocol({ operations, calls, docsUrl, moments: REALM_MOMENTS, compiles });
  return { ...GRAPHQL_ROUTE, answer: graphql.answer };
}
