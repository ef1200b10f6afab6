/** Runs an edge in its own thread: it listens at once, and serves when every log is replayed. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import { openClientAddress, openProxies } from "../access/client_address.ts";
import { codeDigests } from "../access/codes.ts";
import { Credentials } from "../access/credentials.ts";
import { openCursorCodec } from "../access/cursor.ts";
import { knownKey } from "../access/derived_key.ts";
import { openPassingSealer, PASSING_MS } from "../access/passing_keys.ts";
import { currentPepper, openPeppers } from "../access/peppers.ts";
import { newChallenge, PROOF_KEY_LABEL } from "../access/proof_of_work.ts";
import { openRateLimiter } from "../access/rate_limit.ts";
import { SealKeys } from "../access/seal_keys.ts";
import { UseNotes } from "../access/use_notes.ts";
import { usedIdKey } from "../base/hidden_place.ts";
import type { Approving } from "../calls/approval.ts";
import { Calls } from "../calls/calls.ts";
import { builtAssets } from "../console/built_assets.ts";
import { consoleDocuments } from "../console/console_documents.ts";
import type { AgentGuide } from "../contract/agent_guide.ts";
import type { Announcement } from "../contract/announcement.ts";
import { ShardSignals } from "../contract/envelope.ts";
import type { FetchedDocument } from "../contract/fetched_document.ts";
import type { Operation } from "../contract/operation.ts";
import type { NewsAnswer } from "../contract/provider_news.ts";
import type { ReachedThings } from "../contract/reach.ts";
import type { FactCodec } from "../contract/record.ts";
import { FactCodecs } from "../contract/record_codec.ts";
import { openSaltSecrets } from "../contract/record_leaf.ts";
import { openPublishedKeys } from "../contract/signing_key.ts";
import { discoveryDocuments, type Release } from "../discovery/discovery.ts";
import { ERROR_DOCS_PATH } from "../discovery/error_pages.ts";
import type { GuideWords } from "../discovery/guide.ts";
import type { ScopesOfLogins } from "../discovery/oauth_documents.ts";
import { REALM_MOMENTS } from "../features/event/realm_moments.ts";
import { graphqlProtocol } from "../graphql/graphql_protocol.ts";
import { GRAPHQL_ROUTE } from "../graphql/http_shapes.ts";
import { ConnectionGate } from "../http/connection_gate.ts";
import { Edge } from "../http/edge.ts";
import { edgeMetrics } from "../http/edge_metrics.ts";
import type { HostDocument } from "../http/host_document.ts";
import { newsDelivery } from "../http/news_delivery.ts";
import { requestLog } from "../http/request_log.ts";
import { Courier } from "../placement/courier.ts";
import { BatchRecorder } from "../request_log/recorder.ts";
import { RequestLogView } from "../request_log/view.ts";
import type { ShardView } from "../views/shard_view.ts";
import { askedDocuments } from "./asked_documents.ts";
import type { ConnectionOrders } from "./connection_watch.ts";
import { credentialDirectory, type Finders } from "./credential_directory.ts";
import type { Health } from "./health.ts";
import { flushLogger } from "./logger.ts";
import { mcpRoute } from "./mcp_route.ts";
import { openShardView } from "./open_shard_view.ts";
import type { ProofAnswer, ProofRequest } from "./prover_thread.ts";
import { ReadPool } from "./read_pool.ts";
import type { ReaderData } from "./reader_thread.ts";
import { openRpc, type Rpc } from "./rpc.ts";
import type { EdgeNumbers } from "./scrape.ts";
import { openThreadMeter } from "./thread_meter.ts";
import { openTracing } from "./tracing.ts";
import type { EdgeThreadData, Given } from "./worker_data.ts";

/** The time that spans have to leave when the edge closes, milliseconds. */
const TRACES_CLOSE_MS = 1_000;
/**
 * Threads of an edge that prepare writes, apart from those of long reads: logins wait for no statement,
 * and no read for logins. One, as a password takes a core for 15 ms, which the ledger needs too.
 */
const PREPARERS = 1;

export async function runEdgeThread(
  data: EdgeThreadData,
  wiring: {
    // biome-ignore lint/suspicious/noExplicitAny: the edge serves operations of any shard state
    operations: readonly Operation<any>[];
    codecs: readonly FactCodec[];
    finders: Finders;
    /** What the approvals of agents' calls need of snapshots. */
    approvals: Pick<Approving, "seenRevision" | "consumedIn">;
    /** Which things of their company agents reach. */
    reaching: ReachedThings;
    /** Texts of the contract document and of the GraphQL schema. */
    contractText: () => Promise<string>;
    schemaText: () => Promise<string>;
    /** The scopes of programs that people let in. */
    scopesOfLogins: ScopesOfLogins;
    guide: () => Promise<AgentGuide>;
    /** The words of the guides. */
    words: () => Promise<GuideWords>;
  },
  logger: Logger,
): Promise<void> {
  const uses = new UseNotes();
  const connections = new ConnectionGate(data.connectionsMax, openProxies(data.trustedProxies));
  const reportUses = async () => {
    const taken = uses.take();
    if (taken.length > 0) await rpc.call("uses", taken).catch(() => uses.giveBack(taken));
  };
  const reporting = setInterval(reportUses, data.lastUseMs).unref();
  const passingKeys = new SealKeys(data.passingKeys);
  // A thread that has nothing to seal or to open forgets the keys that are gone all the same.
  const forgetting = setInterval(() => passingKeys.all, PASSING_MS).unref();
  const passing = openPassingSealer(passingKeys);
  const views = new Map<number, ShardView>();
  const peppers = openPeppers(data.keys.peppers);
  const saltSecrets = openSaltSecrets(data.keys.salts);
  const directory = credentialDirectory(wiring.finders, data.shards, views);
  const credentials = new Credentials(peppers, uses.note, directory);
  const codecs = new FactCodecs(wiring.codecs);
  const meter = openThreadMeter();
  const requestLogView = new RequestLogView(data.requestLogPath ?? "");
  const recorder =
    data.requestLogPath === undefined
      ? undefined
      : new BatchRecorder({
          write: (batch) => rpc.call("requests", batch, [batch.buffer as ArrayBuffer]),
          writeAll: () => rpc.call("requestsOfAll"),
        });
  const rpc: Rpc = openRpc(parentPort as MessagePort, {
    /** Called when every shard has replayed its log: then the stores may be opened for reading. */
    serve: () => {
      for (const files of data.shards) {
        views.set(files.shard, openShardView(files, { codecs, saltSecrets }));
      }
      edge.ready = true;
    },
    metrics: (): EdgeNumbers => ({
      ...edgeMetrics(edge, data.edge),
      reads: readers.metrics,
      preparations: preparers.metrics,
      thread: meter(),
    }),
    /** Returns the log entries that this edge has not written yet. */
    takeRequests: () => recorder?.take(),
    requestsDropped: (entries: number) => recorder?.countDropped(entries),
    /** Resolves when all that is prepared now, and all that is with a shard now, is answered. */
    settled: async () => {
      await preparers.settled();
      await Promise.all([...couriers.values()].map((courier) => courier.whenAnswered()));
    },
    connections: async ({ listens, crowded }: ConnectionOrders) => {
      connections.learn(crowded);
      await edge.takeConnections(listens);
    },
    /** Called when days of the log of requests were removed. */
    requestsGone: () => requestLogView.release(),
    close: async (withinMs: number) => {
      await edge.close(withinMs);
      await Promise.all([readers.close(), preparers.close()]);
      clearInterval(reporting);
      clearInterval(forgetting);
      await reportUses();
      if (recorder !== undefined) await rpc.call("requests", recorder.take());
      await requestLogView.close();
      await tracing?.close(TRACES_CLOSE_MS);
      await flushLogger(logger);
    },
  });
  const poolOf = (threads: number) =>
    new ReadPool({
      program: fileURLToPath(new URL("./reader.js", import.meta.url)),
      workerData: { ...readerDataOf(data), idKey: usedIdKey() } satisfies Given<ReaderData>,
      threads,
    });
  const readers = poolOf(data.readers);
  const preparers = poolOf(PREPARERS);
  let mcp: ReturnType<typeof mcpRoute> | undefined;
  const couriers = couriersOver(data, (announcement) => {
    credentials.apply(announcement);
    mcp?.told(announcement);
  });
  const { digests } = codeDigests(peppers);
  const log = requestLog(logger);
  const tracing = await openTracing(process.env, logger);
  const calls = new Calls({
    credentials,
    limiter: openRateLimiter(data.rateMemory, data.rateLimits),
    cursors: openCursorCodec(data.keys.cursors, Date.now),
    shards: { couriers, views },
    readers: {
      run: (kind, task, settle) =>
        (kind === "prepare" ? preparers : readers).run(kind, task, settle),
    },
    documents: askedDocuments(
      (url) => rpc.call<FetchedDocument>("fetchDocument", url),
      data.preparation,
    ),
    recorder,
    requestLog: data.requestLogPath === undefined ? undefined : requestLogView,
    digests,
    newChallenge: (nowMs) =>
      newChallenge(knownKey(currentPepper(peppers), PROOF_KEY_LABEL), nowMs, randomBytes),
    reaching: wiring.reaching,
    openPassing: passing.open,
    approving: {
      passing,
      digests,
      ...wiring.approvals,
      publicUrl: data.preparation.publicUrl,
    },
    prove: (request: ProofRequest) => rpc.call<ProofAnswer>("prove", request),
    log,
    nowMs: Date.now,
  });
  const origin = data.docsUrl.slice(0, -ERROR_DOCS_PATH.length);
  const discovery = discoveryDocuments({
    operations: wiring.operations,
    contractText: wiring.contractText,
    schemaText: wiring.schemaText,
    words: wiring.words,
    origin,
    release: releaseBuilt(),
    scopesOfLogins: wiring.scopesOfLogins,
    receiptKeys: openPublishedKeys(data.keys.receiptKeys),
  });
  const pages = consoleDocuments(builtAssets(new URL("../console/", import.meta.url)));
  const { docsUrl } = data;
  const { operations } = wiring;
  mcp = mcpRoute({ ...wiring, peppers, calls, docsUrl, origin });
  const graphql = graphqlProtocol({
    operations,
    calls,
    docsUrl,
    moments: REALM_MOMENTS,
    compiles: data.graphqlCompiler,
  });
  const edge: Edge = new Edge({
    operations,
    calls,
    nowMs: Date.now,
    docsUrl,
    clientAddress: openClientAddress(data.trustedProxies),
    connections,
    tracing,
    log,
    edge: data.edge,
    recorder,
    protocols: [{ ...GRAPHQL_ROUTE, answer: graphql.answer }, mcp],
    documents: hostDocuments(rpc, [...discovery, ...pages], () => edge.ready),
    deliveries: [newsDelivery((delivery) => rpc.call<NewsAnswer>("news", delivery))],
  });
  await edge.listen(data.host, data.port);
  await rpc.call("listening");
}

/** One courier for each shard. Announcements are applied before the courier confirms them. */
function couriersOver(
  { shards }: EdgeThreadData,
  told: (announcement: Announcement) => void,
): Map<number, Courier> {
  const apply = (announcements: readonly Announcement[]) => {
    for (const announcement of announcements) told(announcement);
    return undefined;
  };
  return new Map(
    shards.map(({ shard, port, signals }) => [
      shard,
      new Courier(port as never, new ShardSignals(signals), { apply }),
    ]),
  );
}

function readerDataOf(data: EdgeThreadData): ReaderData {
  const { requestLogPath, keys, spoolPath, preparation } = data;
  return {
    shards: data.shards.map(({ port: _, ...files }) => files),
    keys,
    spoolPath,
    preparation,
    ...(requestLogPath !== undefined && { requestLogPath }),
  };
}

/** The release that the build wrote beside this program; empty when the sources run unbuilt. */
function releaseBuilt(): Release {
  try {
    return JSON.parse(readFileSync(new URL("../release.json", import.meta.url), "utf8")) as Release;
  } catch {
    return {};
  }
}

function hostDocuments(
  rpc: Rpc,
  others: readonly [string, HostDocument][],
  isReady: () => boolean,
): Map<string, HostDocument> {
  return new Map<string, HostDocument>([
    [
      "/healthz",
      {
        counted: false,
        isProbe: true,
        async answer() {
          const health = await rpc.call<Health>("health");
          const isServing = health.shards.every(({ serving }) => serving);
          const isHealthy = isServing && health.platform.serving;
          const status = isHealthy ? "ok" : health.status;
          return documentOf({ ...health, status }, isHealthy);
        },
      },
    ],
    [
      "/readyz",
      {
        counted: false,
        isProbe: true,
        async answer() {
          const { status, reason } = await rpc.call<Health>("health");
          const isReadyHere = status === "ready" && isReady();
          const told = status === "ready" && !isReadyHere ? "starting" : status;
          return documentOf({ status: told, reason }, isReadyHere);
        },
      },
    ],
    [
      "/metrics",
      {
        counted: false,
        isProbe: true,
        async answer() {
          const body = await rpc.call<string>("metrics");
          return {
            status: 200,
            contentType: "text/plain; version=0.0.4; charset=utf-8",
            body,
          };
        },
      },
    ],
    ...others,
  ]);
}

function documentOf(told: object, isGood: boolean) {
  const body = `${JSON.stringify(told)}\n`;
  return { status: isGood ? 200 : 503, contentType: "application/json", body };
}
