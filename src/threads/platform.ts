/**
 * The threads of the process and the ports between them: the platform shard, the ledger shards, the edges,
 * the prover, the exporter.
 * Guarantees: edges serve only when every shard has replayed its log, and the platform shard's view shows
 * all of it.
 */
import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { dataFile } from "../../wal/database.ts";
import { newPassingKeys, PASSING_MS, renewPassingKeys } from "../access/passing_keys.ts";
import type { PreparationParts } from "../access/preparation.ts";
import { createRateLimitMemory } from "../access/rate_window.ts";
import { SealKeys } from "../access/seal_keys.ts";
import { invariant } from "../base/invariant.ts";
import type { OwedMail } from "../contract/declare/mail.ts";
import type { CredentialUse } from "../contract/messages/credential_use.ts";
import { ShardSignals } from "../contract/messages/envelope.ts";
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import type { DataDirectory } from "../data_directory.ts";
import { ERROR_DOCS_PATH } from "../discovery/error_pages.ts";
import type { StatementExportMaking } from "../features/statement_export/statement_export_making.ts";
import { destroyOwner, ThreadEntityKeys } from "../keys/entity_keys.ts";
import { SharedRings } from "../keys/key_rings.ts";
import type { Operator } from "../operator/operator.ts";
import type { Options } from "../options.ts";
import { OutboxNeed } from "../relay/outbox_need.ts";
import type { SentTelling } from "../relay/teller.ts";
import type { RequestStore } from "../request_log/store.ts";
import type { RecoveryProgress } from "../shard/recovery.ts";
import { type ConnectionWatch, connectionWatch } from "./connection_watch.ts";
import { DiskGrowth, daysLeft } from "./disk_growth.ts";
import { Disk } from "./disk_space.ts";
import { edgeData } from "./edge_data.ts";
import { Exporter } from "./exporter.ts";
import { type Health, healthOf } from "./health.ts";
import { openEntityKeys } from "./open_entity_keys.ts";
import { outboxData } from "./outbox_data.ts";
import { OutboxWorker } from "./outbox_worker.ts";
import { preparationParts } from "./preparation_data.ts";
import { Prover } from "./prover.ts";
import { proverData } from "./prover_data.ts";
import type { ProofRequest } from "./prover_thread.ts";
import { openRequestStore } from "./request_store.ts";
import { destroyOfRetired, type GoneOfRetired } from "./retired_keys.ts";
import type { Handlers } from "./rpc.ts";
import { scrape } from "./scrape.ts";
import { shardData } from "./shard_data.ts";
import type { Replaying } from "./shard_thread.ts";
import { type ShardWiring, wiringOf } from "./shard_wiring.ts";
import { spawnWorker } from "./spawn.ts";
import { askWhenReady, supervised, type Thread } from "./supervised.ts";
import { openThreadMeter } from "./thread_meter.ts";
import type { ShardFiles } from "./worker_data.ts";

export type PlatformParts = {
  options: Options;
  port: number;
  directory: DataDirectory;
  baseUrl: string;
  logger: Logger;
  /** Called when every edge listens; the logs are not replayed yet then. */
  onListening: () => void;
};

export class Platform {
  onFatal: (why: string) => void = () => {};
  readonly #parts: PlatformParts;
  readonly #docsUrl: string;
  readonly #prover: Prover;
  readonly #exporter: Exporter;
  readonly outbox: OutboxWorker;
  readonly #shards: ShardWiring[];
  readonly #platformWiring: ShardWiring;
  #platform: Thread | undefined;
  #ledgerShards: Thread[] = [];
  #edges: Thread[] = [];
  /** What each shard tells, by shard number. */
  readonly #signals = new Map<number, ShardSignals>();
  readonly #onStop: (() => void)[] = [];
  /** Keys that no disk has, which all edges share. */
  readonly #passing = newPassingKeys();
  readonly #renewing = setInterval(() => renewPassingKeys(this.#passing), PASSING_MS).unref();
  #stopping = false;
  #tellOpened = () => {};
  /** Resolves when main may read the views of all shards. */
  readonly #opened = new Promise<void>((resolve) => {
    this.#tellOpened = resolve;
  });
  readonly #ended = new Set<number>();
  #ready = false;
  readonly #replays = new Map<number, RecoveryProgress>();
  readonly #meter = openThreadMeter();
  readonly sealKeys: SealKeys;
  readonly rings: SharedRings;
  /** The keys of entities, as main has them. */
  readonly entityKeys: ThreadEntityKeys;
  readonly #preparation: PreparationParts;
  #operator: Operator | undefined;
  readonly #disk: Disk;
  readonly #growth: DiskGrowth;
  readonly #connections: ConnectionWatch;
  /** Undefined where the log of requests is switched off. */
  readonly #requests: RequestStore | undefined;

  constructor(parts: PlatformParts) {
    this.#parts = parts;
    const { developerLogMb, diskReserveMb } = parts.options;
    this.sealKeys = SealKeys.of(parts.directory.sealKeys.keys);
    this.rings = new SharedRings(parts.directory);
    this.#preparation = preparationParts(parts, this);
    this.entityKeys = new ThreadEntityKeys(this.#preparation);
    this.#disk = new Disk({
      path: parts.directory.path,
      reserveMb: diskReserveMb,
      logger: parts.logger,
      nowMs: Date.now,
      onLook: (hasRoom) => {
        for (const signals of this.#signals.values()) signals.hasRoom = hasRoom;
        this.#requests?.tend();
      },
    });
    this.#connections = connectionWatch(parts, (orders) => {
      for (const { rpc } of this.#edges) rpc.call("connections", orders).catch(() => {});
    });
    const { directory } = parts;
    this.#shards = Array.from({ length: directory.shards }, (_, shard) =>
      wiringOf(`shard-${shard}`, shard, parts),
    );
    this.#platformWiring = wiringOf("platform", PLATFORM_SHARD, parts);
    const folders = directory.shardNames.map((name) => directory.shard(name));
    this.#growth = new DiskGrowth({
      files: folders.flatMap((folder) => Object.values(folder)).map(dataFile),
      nowMs: () => performance.now(),
    });
    if (developerLogMb > 0) {
      this.#requests = openRequestStore({
        path: parts.directory.requestLogPath,
        bytesMax: developerLogMb * 2 ** 20,
        disk: this.#disk,
        logger: parts.logger,
        onRemoved: () => Promise.allSettled(this.#edges.map(({ rpc }) => rpc.call("requestsGone"))),
      });
    }
    this.#docsUrl = parts.baseUrl + ERROR_DOCS_PATH;
    this.#prover = new Prover(proverData(parts, this.rings), parts.logger);
    this.#exporter = new Exporter({
      ...{ ...parts, salts: this.rings.memory.salts, platform: this.#platformWiring.files },
      shards: this.#shards.map(({ files }) => files),
      reached: (shard) => this.#opened.then(() => this.operator.viewOf(shard)),
    });
    const need = new OutboxNeed(() => this.operator.viewsOfLedgers());
    this.outbox = new OutboxWorker({
      data: outboxData(parts, {
        shards: this.#shards.map(({ files }) => files),
        sealKeys: this.sealKeys,
        salts: this.rings.memory.salts,
      }),
      isNeeded: () => need.look(),
      shards: () => this.#ledgerShards.map(({ rpc }) => rpc),
      logger: parts.logger,
    });
  }

  onStop(action: () => void): void {
    this.#onStop.push(action);
  }

  /** Starts every thread; resolves when all logs are replayed and all edges listen. */
  async start(): Promise<{ records: number; frames: number; ms: number }> {
    const { options, directory } = this.#parts;
    const startedMs = performance.now();
    const [shards, platform] = [this.#shards, this.#platformWiring];
    for (const { files } of [...shards, platform]) {
      this.#signals.set(files.shard, new ShardSignals(files.signals));
    }
    const rateMemory = createRateLimitMemory();
    this.#edges = Array.from({ length: options.edges }, (_, edge) =>
      this.#startEdge(edge, [...shards, platform], rateMemory),
    );
    const listening = Promise.all(this.#edges.map((edge) => edge.ready)).then(() => {
      this.#parts.onListening();
      this.#connections.open();
    });
    listening.catch(() => {});
    // Without space a start would fail half-way: to open an environment writes already.
    await this.#disk.whenRoom();
    openEntityKeys(this.entityKeys, directory);
    this.#ledgerShards = shards.map((wiring) => this.#startShard("ledger", wiring));
    this.#platform = this.#startShard("platform", platform);
    this.#operator = await this.#openOperator([...shards, platform]);
    const ready = await Promise.all(
      [this.#platform, ...this.#ledgerShards].map((one) => one.ready),
    );
    await listening;
    this.operator.open();
    this.#tellOpened();
    const sumOf = (of: "frames" | "records") =>
      ready.reduce((sum, one) => sum + (one?.[of] ?? 0), 0);
    return {
      records: sumOf("records"),
      frames: sumOf("frames"),
      ms: Math.round(performance.now() - startedMs),
    };
  }

  /** Takes the operator's calls; available after `start` has resolved. */
  get operator(): Operator {
    invariant(this.#operator !== undefined, "the platform was started");
    return this.#operator;
  }

  /** Resolves when all that the edges prepare, and all that they have with the shards, is answered. */
  settled(): Promise<unknown> {
    return Promise.all(this.#edges.map(({ rpc }) => rpc.call("settled")));
  }

  /** Resolves when receipts are signed with this key, and with no other. */
  signWith(privatePem: string, fromMs: number): Promise<void> {
    return this.#prover.signWith(privatePem, fromMs);
  }

  /** Lets every edge serve. */
  async serve(): Promise<void> {
    await Promise.all(this.#edges.map(({ rpc }) => rpc.call("serve")));
    this.#ready = true;
    this.outbox.open();
  }

  async stop(why: string, drainMs: number): Promise<void> {
    this.#stopping = true;
    this.#parts.logger.info({ why }, "stopping");
    for (const action of this.#onStop) action();
    this.#connections.close();
    await Promise.allSettled([
      this.outbox.close(drainMs),
      ...this.#edges.map(({ rpc }) => rpc.call("close", drainMs)),
    ]);
    await Promise.allSettled([this.#prover.close(), this.#exporter.close()]);
    await Promise.allSettled(this.#ledgerShards.map(({ rpc }) => rpc.call("close")));
    if (this.#platform !== undefined) await Promise.allSettled([this.#platform.rpc.call("close")]);
    await this.#operator?.close();
    await this.entityKeys.close();
    await this.#requests?.close();
    clearInterval(this.#renewing);
    this.#disk.close();
    this.#growth.close();
    this.#parts.logger.info("stopped");
  }

  health(): Health {
    return healthOf({
      signals: this.#signals,
      hasStarted: this.#ready,
      ended: this.#ended,
      disk: this.#disk,
    });
  }

  async metrics(): Promise<string> {
    const space = this.#disk.space();
    const { refuseBytes, reserveBytes } = this.#disk;
    const scraped = await scrape({
      shards: [...this.#ledgerShards, ...(this.#platform === undefined ? [] : [this.#platform])],
      edges: this.#edges,
      prover: this.#prover,
      exporter: this.#exporter,
      outbox: this.outbox,
      replays: this.#replays,
      ready: this.health().status === "ready",
      disk: {
        ...space,
        reserveBytes,
        daysLeft: daysLeft({ ...space, refuseBytes }, this.#growth.bytesPerSecond()),
        requestLogBytes: this.#requests?.sizeBytes ?? 0,
        requestLogTakes: this.#requests?.isPaused === false,
      },
      connections: this.#connections.numbers,
      port: this.#parts.port,
      main: this.#meter,
    });
    // prom-client, and what it loads, is a tenth of main's start.
    return await (await import("./metrics.ts")).prometheusText(scraped);
  }

  /**
   * Writes the log entries that the edges hold now. An edge that does not answer keeps its entries.
   */
  async #writeAllRequests(): Promise<void> {
    await Promise.allSettled(
      this.#edges.map(async ({ rpc }) => {
        const dropped = await this.#requests?.write(await rpc.call<Uint8Array>("takeRequests"));
        if (dropped !== undefined && dropped > 0) await rpc.call("requestsDropped", dropped);
      }),
    );
  }

  async #openOperator(wirings: readonly ShardWiring[]): Promise<Operator> {
    const { logger } = this.#parts;
    const { openOperator } = await import("./open_operator.ts");
    return openOperator({
      shards: wirings.map(({ files, mainPorts: [port] }) => ({ ...files, port })),
      rings: this.rings,
      preparation: this.#preparation,
      entityKeys: this.entityKeys.keys,
      openRealms: async (shard, realms) => void (await this.askLedger(shard, "openRealms", realms)),
      logger,
    });
  }

  /** Calls a method of a ledger shard when the shard has replayed its log. */
  async askLedger(
    shard: number,
    method: "openRealms" | "tell" | "step" | "record",
    argument: unknown,
  ) {
    return await askWhenReady(this.#ledgerShards[shard], method, argument);
  }

  /** Brings what one shard tells to the shard that has the realm. */
  async #tell(telling: SentTelling): Promise<unknown> {
    const { shard } = telling;
    return shard === PLATFORM_SHARD
      ? await askWhenReady(this.#platform, "tell", telling)
      : await this.askLedger(shard, "tell", telling);
  }

  #startShard(kind: "ledger" | "platform", wiring: ShardWiring): Thread {
    const { name, files, shardPorts, mainPorts } = wiring;
    const { reserveBytes } = this.#disk;
    const worker = spawnWorker(
      shardData(this.#parts, kind, wiring, { docsUrl: this.#docsUrl, reserveBytes }),
      [...shardPorts, mainPorts[1]],
    );
    return this.#supervise(name, worker, "ready", {
      replaying: ({ progress }: Replaying) => this.#replays.set(files.shard, progress),
      tell: (telling: SentTelling) => this.#tell(telling),
      mail: (mail: OwedMail) => this.outbox.send(mail),
      destroyOwner: (owner: string) => destroyOwner(owner, this.entityKeys, files.filesPath),
      destroyOfRetired: (realm: number) => this.#destroyOfRetired(files, realm),
      makeExport: (making: StatementExportMaking) => this.#exporter.make(files.shard, making),
    });
  }

  async #destroyOfRetired({ shard, filesPath }: ShardFiles, realm: number): Promise<GoneOfRetired> {
    await this.#opened;
    return await destroyOfRetired({
      ...{ shard, realm, filesPath, keys: this.entityKeys, logger: this.#parts.logger },
      view: await this.operator.viewOf(shard),
      isStopping: () => this.#stopping,
    });
  }

  #startEdge(edge: number, wirings: ShardWiring[], rateMemory: SharedArrayBuffer): Thread {
    const data = edgeData(this.#parts, edge, wirings, {
      docsUrl: this.#docsUrl,
      rateMemory,
      passingKeys: this.#passing.memory,
      preparation: this.#preparation,
      keys: this.rings.memory,
      hasRequestLog: this.#requests !== undefined,
    });
    const worker = spawnWorker(
      data,
      data.shards.map((shard) => shard.port),
    );
    return this.#supervise(`edge-${edge}`, worker, "listening", {
      health: () => this.health(),
      metrics: () => this.metrics(),
      prove: (request: ProofRequest) => this.#prover.prove(request),
      requests: (batch: Uint8Array) => this.#requests?.write(batch),
      uses: (uses: readonly CredentialUse[]) => this.#platform?.rpc.call("uses", uses),
      requestsOfAll: () => this.#writeAllRequests(),
      news: this.outbox.takeNews,
      fetchDocument: this.outbox.fetchDocument,
    });
  }

  #supervise(name: string, worker: Worker, signal: string, handlers: Handlers): Thread {
    return supervised({ name, worker, signal }, handlers, (err) => {
      if (this.#stopping) return;
      this.#parts.logger.fatal({ err, thread: name }, "a thread ended");
      this.#onThreadEnd(name, err);
    });
  }

  /**
   * After the end of a shard the other threads serve on; the end of an edge or of the platform
   * shard stops the process.
   */
  #onThreadEnd(name: string, error: Error): void {
    if (!name.startsWith("shard-")) {
      this.onFatal(`${name}: ${error.message}`);
      return;
    }
    const shard = Number(name.slice("shard-".length));
    this.#ended.add(shard);
    const signals = this.#signals.get(shard);
    if (signals !== undefined) signals.serving = false;
  }
}
