/** What a worker thread is born with. */
import type { MessagePort } from "node:worker_threads";
import type { NewScope } from "../actor/mailbox.ts";

/** What a thread needs to read what an actor has written. */
export type ActorFiles = {
  shard: number;
  logPath: string;
  statePath: string;
  /** Memory of `ShardSignals`. */
  signals: SharedArrayBuffer;
};

type Common = { logLevel: string; docsUrl: string };

/** `shard` is the number in ids; the platform actor's is `PLATFORM_SHARD`. */
export type ActorThreadData = Common &
  ActorFiles & {
    kind: "shard" | "platform";
    /** The data directory, as messages to the operator name it. */
    dataPath: string;
    /** One port for each edge. */
    edgePorts: MessagePort[];
    /** Main's own port, which only the platform actor has something for. */
    mainPort?: MessagePort;
    /** Scopes that the actor opens at its start, unless they are open. */
    scopes: NewScope[];
  };

export type EdgeThreadData = Common & {
  kind: "edge";
  edge: number;
  host: string;
  port: number;
  /** One for each actor: the shards in their order, and the platform actor. */
  actors: (ActorFiles & { port: MessagePort })[];
  rateMemory: SharedArrayBuffer;
  rateLimits: { credentialLimit: number; ipLimit: number; discoveryLimit: number };
  trustedProxies: readonly string[];
  /** Absent where the log of requests is switched off. */
  requestLogPath?: string;
  graphqlCompiler: boolean;
  pepper: Uint8Array;
  /** Ledger shards of the data directory. */
  shards: number;
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
