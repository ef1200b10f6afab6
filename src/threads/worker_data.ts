/** What a worker thread is born with. */
import type { MessagePort } from "node:worker_threads";

type Common = { logLevel: string; docsUrl: string };

export type ActorThreadData = Common & {
  kind: "shard" | "platform";
  /** Number in ids; the platform actor's is `PLATFORM_SHARD`. */
  shard: number;
  /** The data directory, as messages to the operator name it. */
  dataPath: string;
  logPath: string;
  statePath: string;
  /** Memory of `ShardSignals`. */
  signals: SharedArrayBuffer;
  /** One port an edge. */
  edgePorts: MessagePort[];
};

export type EdgeThreadData = Common & {
  kind: "edge";
  edge: number;
  host: string;
  port: number;
  /** One of each a shard, in the order of shards. */
  shardPorts: MessagePort[];
  shardSignals: SharedArrayBuffer[];
  shardLogPaths: string[];
  shardStatePaths: string[];
  platformPort: MessagePort;
  platformSignals: SharedArrayBuffer;
  rateMemory: SharedArrayBuffer;
  rateLimits: { credentialLimit: number; ipLimit: number; discoveryLimit: number };
  trustedProxies: readonly string[];
  /** Absent where the log of requests is switched off. */
  requestLogPath?: string;
  graphqlCompiler: boolean;
  pepper: Uint8Array;
  cursorSecret: Uint8Array;
  /** Reader threads of this edge. */
  readers: number;
  /** Where bodies lie that are too large for memory. */
  spoolPath: string;
  saltSecret: Uint8Array;
  /** Public half of the key of receipts, PEM. */
  receiptKeyPem: string;
};

/** The thread that grows proof trees and signs their heads. */
export type ProverThreadData = Pick<Common, "logLevel"> & {
  kind: "prover";
  /** In the order of shards. */
  shards: { logPath: string; treePath: string }[];
  saltSecret: Uint8Array;
  /** Ed25519, PKCS 8, PEM: only main and this thread have it. */
  privatePem: string;
};

export type WorkerData = ActorThreadData | EdgeThreadData | ProverThreadData;
