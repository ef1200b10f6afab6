/** The `workerData` of each kind of worker thread. */
import type { MessagePort } from "node:worker_threads";
import type { PreparationParts } from "../access/preparation.ts";
import type { RateLimits } from "../access/rate_limit.ts";
import type { IdKey } from "../base/hidden_place.ts";
import type { KeyMemory } from "../keys/key_rings.ts";
import type { MailData } from "../relay/outbox_mail.ts";
import type { NewRealm } from "../shard/mailbox.ts";

/** What a thread needs to read the log and the state of a shard. */
export type ShardFiles = {
  shard: number;
  logPath: string;
  statePath: string;
  /** The folder of the files beside the log. */
  filesPath: string;
  /** The memory of `ShardSignals`. */
  signals: SharedArrayBuffer;
};

type Common = { logLevel: string; docsUrl: string };

/** `shard` is the number that ids carry; the platform shard has the number `PLATFORM_SHARD`. */
export type ShardThreadData = Common &
  ShardFiles & {
    kind: "ledger" | "platform";
    /** The path of the data directory, for messages to the operator. */
    dataPath: string;
    /** The space of its disk that is kept, `Disk.reserveBytes`. */
    reserveBytes: number;
    /** The most bytes of files beside the log whose digests the start checks. */
    digestBytesMax: number;
    /** One port for each edge. */
    edgePorts: MessagePort[];
    /** The port to main, for the operator's calls. */
    mainPort: MessagePort;
    /** Realms that the shard opens at its start where they are not open yet. */
    realms: NewRealm[];
  };

export type EdgeThreadData = Common & {
  kind: "edge";
  edge: number;
  host: string;
  port: number;
  /** One entry for each shard: the ledger shards in their order, then the platform shard. */
  shards: (ShardFiles & { port: MessagePort })[];
  rateMemory: SharedArrayBuffer;
  /** Of the keys that are in memory alone (`access/passing_keys.ts`). */
  passingKeys: SharedArrayBuffer;
  rateLimits: RateLimits;
  trustedProxies: readonly string[];
  /** The most connections of a network; 0 for any number. */
  connectionsMax: number;
  /** Time between two reports of the uses of credentials, milliseconds. */
  lastUseMs: number;
  /** Absent where the log of requests is switched off. */
  requestLogPath?: string;
  graphqlCompiler: boolean;
  /** What the reader threads make preparations with. */
  preparation: PreparationParts;
  keys: KeyMemory;
  /** The number of reader threads of this edge. */
  readers: number;
  /** The directory of bodies that are too large for memory. */
  spoolPath: string;
};

/** The thread that grows proof trees and signs their heads. */
export type ProverThreadData = Pick<Common, "logLevel"> & {
  kind: "prover";
  /** The ledger shards in their order. */
  shards: { logPath: string; treePath: string }[];
  /** The memory of `SaltSecrets`. */
  salts: SharedArrayBuffer;
  /** The private key of receipts (Ed25519, PKCS 8, PEM); only main and this thread have it. */
  privatePem: string;
  /** Nothing is signed with a time before, milliseconds UTC. */
  signsFromMs: number;
};

/** The thread that makes the files of exports of statements. */
export type ExporterThreadData = Pick<Common, "logLevel"> & {
  kind: "exporter";
  /** The ledger shards in their order. */
  shards: ShardFiles[];
  /** The platform shard, which has the names of Products. */
  platform: ShardFiles;
  /** The memory of `SaltSecrets`. */
  salts: SharedArrayBuffer;
  /** Index 0 of its numbers is 1 once the server stops. */
  stop: SharedArrayBuffer;
};

/** The thread that sends webhooks and mails. */
export type OutboxThreadData = Pick<Common, "logLevel"> & {
  kind: "outbox";
  /** The ledger shards in their order. */
  shards: ShardFiles[];
  /** One port for each of them, for reports. */
  reportPorts: MessagePort[];
  /** The memory of `SaltSecrets`. */
  salts: SharedArrayBuffer;
  /** The memory of `SealKeys`. */
  sealKeys: SharedArrayBuffer;
  /** Where the keys of entities are: providers are told what was submitted. */
  entityKeysPath: string;
  /** Whether webhooks, documents of clients and providers may be on this machine. */
  allowsLoopback: boolean;
  /** The hour of UTC in which the books of providers are compared; undefined: never. */
  comparesAt: number | undefined;
  mail: MailData;
};

export type WorkerData =
  | OutboxThreadData
  | ShardThreadData
  | EdgeThreadData
  | ProverThreadData
  | ExporterThreadData;

/** As the thread gets it: with the key of ids, which every thread has from the one that starts it. */
export type Given<D> = D & { idKey: IdKey | undefined };
