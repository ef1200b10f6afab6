/** What the auditor knows of a shard: how far its log was judged, its realms and its idempotency keys. */
import type { StoredRecord } from "../../src/contract/records/record.ts";
import type { Disk } from "./disk.ts";
import type { Realm, Verdict } from "./model/model.ts";

/** An idempotency key: the record of its request, and the model's verdict. */
export type Remembered = {
  record: StoredRecord;
  /** The model of the realm that the record stands in. */
  realm: Realm;
  suffix: string;
  identity: string;
  verdict: Verdict;
  /** The text of the answer, once a client has received it. */
  body?: string;
  wasAnswered?: boolean;
};

export type AuditedShard = {
  log: Disk;
  /** The newest frame whose records were judged. */
  frame: number;
  timeMs: number;
  realms: (Realm | undefined)[];
  /** By realm key and idempotency key: the same text is another key in another realm. */
  keys: Map<string, Remembered>;
  /** The idempotency keys that some realm has used, each as its text. */
  texts: Set<string>;
  /** The newest frame with a record whose answer a client has received. */
  acknowledgedFrame: number;
};

export function auditedShard(log: Disk): AuditedShard {
  return {
    log,
    frame: 0,
    timeMs: 0,
    realms: [],
    keys: new Map(),
    texts: new Set(),
    acknowledgedFrame: 0,
  };
}
