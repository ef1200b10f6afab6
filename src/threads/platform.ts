/**
 * The threads of the process and how they know of each other: the platform actor, the shards, the
 * edges, the ports between them. Carries an operator's commands through all that they concern.
 * Guarantees: edges serve only when every shard has replayed; a change of a credential is in force
 * on every edge before the command that made it returns.
 */
import { randomBytes } from "node:crypto";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { makeApiKey } from "../access/api_key.ts";
import type { CredentialChange } from "../access/credential_table.ts";
import { createRateLimitMemory } from "../access/rate_window.ts";
import type { RecoveryProgress } from "../actor/recovery.ts";
import { ShardSignals } from "../contract/envelope.ts";
import type { Environment, ScopeNames } from "../contract/principal.ts";
import { PLATFORM_NAMES, PLATFORM_SCOPE_KEY, PLATFORM_SHARD } from "../contract/platform_scope.ts";
import { pemText } from "../contract/signing_key.ts";
import type { DataDirectory } from "../data_directory.ts";
import { ERROR_DOCS_PATH } from "../discovery/error_pages.ts";
import type {
  ApiKeyDocument,
  ProductDocument,
  TenantDocument,
} from "../features/platform/platform_state.ts";
import type { Options } from "../options.ts";
import { RequestStore } from "../request_log/store.ts";
import type { ActorReady, Replaying, SystemRun } from "./actor_thread.ts";
import { keyChange, productChange } from "./credential_changes.ts";
import { prometheusText } from "./metrics.ts";
import { Prover } from "./prover.ts";
import type { ProofRequest } from "./prover_thread.ts";
import { type Handlers, openRpc, type Rpc } from "./rpc.ts";
import { scrape } from "./scrape.ts";
import { spawnWorker } from "./spawn.ts";
import { StartRefused } from "./start_refused.ts";
import { openThreadMeter } from "./thread_meter.ts";
import type { ProverThreadData } from "./worker_data.ts";

type Thread = { name: string; worker: Worker; rpc: Rpc; ready: Promise<ActorReady | undefined> };
type ActorMemory = {
  signals: SharedArrayBuffer;
  edgePorts: MessagePort[];
  actorPorts: MessagePort[];
};

export type PlatformParts = {
  options: Options;
  port: number;
  directory: DataDirectory;
  baseUrl: string;
  logger: Logger;
  /** Called once every edge listens, which is before all is replayed. */
  onListening: () => void;
};

export class Platform {
  onFatal: (why: string) => void = () => {};
  readonly #parts: PlatformParts;
  readonly #docsUrl: string;
  readonly #prover: Prover;
  #platform: Thread | undefined;
  #shards: Thread[] = [];
  #edges: Thread[] = [];
  #signals: ShardSignals[] = [];
  readonly #onStop: (() => void)[] = [];
  #stopping = false;
  #ready = false;
  readonly #replays = new Map<number, RecoveryProgress>();
  readonly #meter = openThreadMeter();
  /** How many there are: Products take the shards in turn. */
  #products = 0;

  /** Undefined where the log of requests is switched off. */
  readonly #requests: RequestStore | undefined;

  constructor(parts: PlatformParts) {
    this.#parts = parts;
    const { developerLogMb } = parts.options;
    if (developerLogMb > 0) {
      this.#requests = new RequestStore({
        path: parts.directory.requestLogPath,
        bytesMax: developerLogMb * 2 ** 20,
        nowMs: Date.now,
        onFault: (err) => parts.logger.error({ err }, "requests could not be logged"),
      });
    }
    this.#docsUrl = parts.baseUrl + ERROR_DOCS_PATH;
    this.#prover = new Prover(proverData(parts), parts.logger);
  }

  onStop(action: () => void): void {
    this.#onStop.push(action);
  }

  /** Starts every thread; resolves when all logs are replayed and all edges listen. */
  async start(): Promise<{ records: number; frames: number; ms: number }> {
    const { directory, options } = this.#parts;
    const startedMs = performance.now();
    const memories = Array.from({ length: directory.shards }, () => this.#actorMemory());
    this.#signals = memories.map(({ signals }) => new ShardSignals(signals));
    const own = this.#actorMemory();
    const rateMemory = createRateLimitMemory();
    this.#edges = Array.from({ length: options.edges }, (_, edge) =>
      this.#startEdge(edge, memories, own, rateMemory),
    );
    const listening = Promise.all(this.#edges.map((edge) => edge.ready));
    listening.then(this.#parts.onListening, () => {});
    this.#shards = memories.map((memory, shard) => this.#startActor("shard", shard, memory));
    this.#platform = this.#startActor("platform", PLATFORM_SHARD, own);
    const ready = await Promise.all([this.#platform, ...this.#shards].map((one) => one.ready));
    await listening;
    await this.#actor().call("openScope", { names: PLATFORM_NAMES, createdAtMs: Date.now() });
    for (const product of await this.products()) await this.#openScopes(product);
    const frames = ready.reduce((sum, one) => sum + (one?.frames ?? 0), 0);
    const records = ready.reduce((sum, one) => sum + (one?.records ?? 0), 0);
    return { records, frames, ms: Math.round(performance.now() - startedMs) };
  }

  /** Gives every edge the credentials and lets it serve. */
  async serve(): Promise<void> {
    const changes: CredentialChange[] = [
      ...(await this.products()).map(productChange),
      ...(await this.apiKeys()).map(keyChange),
    ];
    await this.#applyOnEdges(changes);
    await Promise.all(this.#edges.map(({ rpc }) => rpc.call("serve")));
    this.#ready = true;
  }

  async stop(why: string, drainMs: number): Promise<void> {
    this.#stopping = true;
    this.#parts.logger.info({ why }, "stopping");
    for (const action of this.#onStop) action();
    await Promise.allSettled(this.#edges.map(({ rpc }) => rpc.call("close", drainMs)));
    await Promise.allSettled([this.#prover.close()]);
    await Promise.allSettled(this.#shards.map(({ rpc }) => rpc.call("close")));
    if (this.#platform !== undefined) await Promise.allSettled([this.#platform.rpc.call("close")]);
    await this.#requests?.close();
    this.#parts.logger.info("stopped");
  }

  async createTenant(name: string): Promise<TenantDocument> {
    return await this.#run<TenantDocument>("platform.tenant.create", { name });
  }

  /** The Product's scopes are open on their shards when this resolves. */
  async createProduct(input: {
    tenantId: string;
    name: string;
    liveActivated: boolean;
  }): Promise<ProductDocument> {
    const { shards } = this.#parts.directory;
    const placement = {
      sandbox: this.#products % shards,
      live: (this.#products + 1) % shards,
    };
    const product = await this.#run<ProductDocument>("platform.product.create", {
      ...input,
      placement,
    });
    this.#products++;
    await this.#openScopes(product);
    await this.#applyOnEdges([productChange(product)]);
    return product;
  }

  async setProductStatus(input: {
    productId: string;
    status?: ProductDocument["status"];
    liveActivated?: boolean;
  }): Promise<ProductDocument> {
    const product = await this.#run<ProductDocument>("platform.product.set_status", input);
    await this.#applyOnEdges([productChange(product)]);
    return product;
  }

  /** A new key; its text is in the answer and nowhere else. */
  async createKey(input: {
    productId: string;
    environment: Environment;
    name: string;
    scopes: readonly string[];
    expiresAtMs?: number;
  }): Promise<{ apiKey: string; document: ApiKeyDocument }> {
    const made = makeApiKey(input.environment, randomBytes, this.#parts.directory.pepper);
    const document = await this.#run<ApiKeyDocument>("platform.api_key.create", {
      ...input,
      apiKeyId: made.keyId,
      prefix: made.prefix,
      digest: made.digest,
    });
    await this.#applyOnEdges([keyChange(document)]);
    return { apiKey: made.text, document };
  }

  /** From when this resolves no edge takes the key any more. */
  async revokeKey(apiKeyId: string): Promise<ApiKeyDocument> {
    const document = await this.#run<ApiKeyDocument>("platform.api_key.revoke", { apiKeyId });
    await this.#applyOnEdges([keyChange(document)]);
    return document;
  }

  tenants(): Promise<TenantDocument[]> {
    return this.#actor().call<TenantDocument[]>("dump", "tenant");
  }
  async products(): Promise<ProductDocument[]> {
    const products = await this.#actor().call<ProductDocument[]>("dump", "product");
    this.#products = products.length;
    return products;
  }
  apiKeys(): Promise<ApiKeyDocument[]> {
    return this.#actor().call<ApiKeyDocument[]>("dump", "api_key");
  }

  health(): { healthy: boolean; shards: { shard: number; serving: boolean }[] } {
    const shards = this.#signals.map(({ serving }, shard) => ({ shard, serving }));
    return { healthy: shards.every(({ serving }) => serving), shards };
  }

  async metrics(): Promise<string> {
    const scraped = await scrape({
      actors: [...this.#shards, ...(this.#platform === undefined ? [] : [this.#platform])],
      edges: this.#edges,
      prover: this.#prover,
      replays: this.#replays,
      ready: this.#ready,
      port: this.#parts.port,
      main: this.#meter,
    });
    return await prometheusText(scraped);
  }

  /** What every edge holds now, written. An edge that does not answer keeps what it has. */
  async #writeAllRequests(): Promise<void> {
    const taken = await Promise.allSettled(
      this.#edges.map(({ rpc }) => rpc.call<Uint8Array>("takeRequests")),
    );
    const held = taken.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    await Promise.all(held.map((batch) => this.#requests?.write(batch)));
  }

  #actor(): Rpc {
    if (this.#platform === undefined) throw new Error("the platform actor has not started");
    return this.#platform.rpc;
  }

  async #run<T>(operation: string, input: Record<string, unknown>): Promise<T> {
    const run: SystemRun = { scope: PLATFORM_SCOPE_KEY, operation, input };
    const answer = await this.#actor().call<{ status: number; body: unknown }>("run", run);
    if (answer.status < 400) return answer.body as T;
    throw new Error((answer.body as { error: { message: string } }).error.message);
  }

  async #openScopes({ productId, tenantId, placement, createdAtMs }: ProductDocument) {
    for (const environment of ["sandbox", "live"] as const) {
      const names: ScopeNames = { tenantId, productId, environment };
      const shard = this.#shards[placement[environment]];
      if (shard === undefined)
        throw new Error(`${productId} is placed on a shard that is not there`);
      await shard.rpc.call("openScope", { names, createdAtMs });
    }
  }

  async #applyOnEdges(changes: CredentialChange[]): Promise<void> {
    await Promise.all(this.#edges.map(({ rpc }) => rpc.call("apply", changes)));
  }

  #actorMemory(): ActorMemory {
    const channels = Array.from({ length: this.#parts.options.edges }, () => new MessageChannel());
    return {
      signals: ShardSignals.allocate(),
      edgePorts: channels.map(({ port1 }) => port1),
      actorPorts: channels.map(({ port2 }) => port2),
    };
  }

  #startActor(kind: "shard" | "platform", shard: number, memory: ActorMemory): Thread {
    const { options, directory } = this.#parts;
    const name = kind === "platform" ? kind : `shard-${shard}`;
    const worker = spawnWorker(
      {
        kind,
        shard,
        logLevel: options.logLevel,
        docsUrl: this.#docsUrl,
        dataPath: directory.path,
        signals: memory.signals,
        edgePorts: memory.actorPorts,
        ...directory.actor(name),
      },
      memory.actorPorts,
    );
    return this.#watch(name, worker, "ready", {
      replaying: ({ progress }: Replaying) => this.#replays.set(shard, progress),
    });
  }

  #startEdge(
    edge: number,
    memories: ActorMemory[],
    platform: ActorMemory,
    rateMemory: SharedArrayBuffer,
  ): Thread {
    const { options, directory, port } = this.#parts;
    const shardPorts = memories.map(({ edgePorts }) => edgePorts[edge] as MessagePort);
    const platformPort = platform.edgePorts[edge] as MessagePort;
    const actors = memories.map((_, shard) => directory.actor(`shard-${shard}`));
    const worker = spawnWorker(
      {
        kind: "edge",
        edge,
        host: options.host,
        port,
        logLevel: options.logLevel,
        docsUrl: this.#docsUrl,
        shardPorts,
        shardSignals: memories.map(({ signals }) => signals),
        shardLogPaths: actors.map(({ logPath }) => logPath),
        shardStatePaths: actors.map(({ statePath }) => statePath),
        platformPort,
        platformSignals: platform.signals,
        rateMemory,
        rateLimits: {
          credentialLimit: options.limitCredential,
          ipLimit: options.limitIp,
          discoveryLimit: options.limitDiscovery,
        },
        trustedProxies: options.trustedProxies,
        ...(this.#requests !== undefined && { requestLogPath: directory.requestLogPath }),
        graphqlCompiler: options.graphqlCompiler,
        pepper: directory.pepper,
        cursorSecret: directory.cursorSecret,
        readers: options.readers,
        spoolPath: directory.spoolPath,
        saltSecret: directory.receiptKeys.saltSecret,
        receiptKeyPem: pemText(directory.receiptKeys.publicKey),
      },
      [...shardPorts, platformPort],
    );
    return this.#watch(`edge-${edge}`, worker, "listening", {
      health: () => this.health(),
      metrics: () => this.metrics(),
      prove: (request: ProofRequest) => this.#prover.prove(request),
      requests: (batch: Uint8Array) => this.#requests?.write(batch),
      requestsOfAll: () => this.#writeAllRequests(),
    });
  }

  /** Knows when a thread is up, and when it is gone although nobody asked it to go. */
  #watch(name: string, worker: Worker, signal: string, handlers: Handlers): Thread {
    let isGone = false;
    let up: (ready: ActorReady | undefined) => void = () => {};
    let down: (error: Error) => void = () => {};
    const ready = new Promise<ActorReady | undefined>((resolve, reject) => {
      up = resolve;
      down = reject;
    });
    ready.catch(() => {});
    const refused = (text: string) => down(new StartRefused(text));
    const rpc = openRpc(worker, { ...handlers, [signal]: up, refused });
    const gone = (error: Error) => {
      down(error);
      rpc.end(error);
      if (this.#stopping || isGone) return;
      isGone = true;
      this.#parts.logger.fatal({ err: error, thread: name }, "a thread ended");
      this.#onGone(name, error);
    };
    worker.on("error", gone);
    worker.on("exit", (code) => gone(new Error(`thread ${name} ended with code ${code}`)));
    return { name, worker, rpc, ready };
  }

  /** A lost shard stops acknowledging and the rest serves on; without an edge there is no server. */
  #onGone(name: string, error: Error): void {
    if (!name.startsWith("shard-")) {
      this.onFatal(`${name}: ${error.message}`);
      return;
    }
    const signals = this.#signals[Number(name.slice("shard-".length))];
    if (signals !== undefined) signals.serving = false;
  }
}

function proverData({ directory, options }: PlatformParts): ProverThreadData {
  const { privatePem, saltSecret } = directory.receiptKeys;
  return {
    kind: "prover",
    logLevel: options.logLevel,
    shards: Array.from({ length: directory.shards }, (_, at) => directory.actor(`shard-${at}`)),
    saltSecret,
    privatePem,
  };
}
