/**
 * The thread that grows the proof trees of all shards' logs and signs: begun by the first proof that
 * somebody asks for, idle between proofs, and behind everything else on a busy machine. No actor
 * and no edge waits for it; an acknowledgement never does.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { setPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import { frameOf, type Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { isoTime } from "../base/iso_time.ts";
import type { TreeRequest } from "../calls/read.ts";
import { keyIdOf } from "../contract/signing_key.ts";
import {
  headText,
  type Proven,
  type Proving,
  signText,
  statementText,
  type TreeHead,
} from "../contract/tree_head.ts";
import { LogTree, type LogTreeParts, removeTree } from "../proofs/log_tree.ts";
import { TreeDamaged } from "../proofs/tree_store.ts";
import { flushLogger } from "./logger.ts";
import { openRpc } from "./rpc.ts";
import { openThreadMeter, type ThreadMetrics } from "./thread_meter.ts";
import type { ProverThreadData } from "./worker_data.ts";

/** A request waits this long for a tree that grows, milliseconds; the tree grows on without it. */
export const PROOF_WAIT_MS = 5_000;
/** How often a tree that grows says where it is, milliseconds. */
const PROGRESS_MS = 5_000;
/**
 * Niceness of this thread alone (Linux keeps it by thread): next to threads that have work of
 * their own it gets a tenth of what one of them gets.
 */
const NICENESS = 10;

/** What an edge asks. */
export type ProofRequest = TreeRequest;
/** The proof, or how far the tree is that will give it. */
export type ProofAnswer = Proven | { growing: { frame: number; through: number } };

/** What one shard's tree tells of itself. */
export type TreeMetrics = {
  /** The last frame that it has taken in; undefined until it is opened. */
  frame: number | undefined;
  /** Times that growing failed, and that what is kept was damaged and made again. */
  failures: number;
};
/** The trees in the order of shards. */
export type ProverMetrics = { trees: TreeMetrics[]; thread: ThreadMetrics };

export function runProverThread(data: ProverThreadData, logger: Logger): void {
  setPriority(NICENESS);
  const privateKey = createPrivateKey(data.privatePem);
  const { saltSecret } = data;
  const trees = data.shards.map(
    (paths, shard) => new ShardTree({ ...paths, saltSecret }, privateKey, logger.child({ shard })),
  );
  const meter = openThreadMeter();
  openRpc(parentPort as MessagePort, {
    prove: ({ shard, ...asked }: ProofRequest) => {
      const tree = trees[shard];
      if (tree === undefined) throw new Error(`there is no shard ${shard}`);
      return tree.prove(asked);
    },
    metrics: (): ProverMetrics => ({
      trees: trees.map(({ metrics }) => metrics),
      thread: meter(),
    }),
    close: async () => {
      for (const tree of trees) await tree.close();
      await flushLogger(logger);
    },
  });
}

/** One shard's tree: opened when it is first needed, and again after a failure. */
export class ShardTree {
  readonly #parts: LogTreeParts;
  readonly #privateKey: KeyObject;
  readonly #keyId: string;
  readonly #logger: Logger;
  #opened: Promise<LogTree> | undefined;
  #growing: Promise<void> | undefined;
  /** Of the tree as it stands: one signature serves every proof until it grows. */
  #head: TreeHead | undefined;
  #closing = false;
  /** What `#opened` resolved to. */
  #open: LogTree | undefined;
  #failures = 0;
  readonly #waitMs: number;

  constructor(
    parts: LogTreeParts,
    privateKey: KeyObject,
    logger: Logger,
    { waitMs = PROOF_WAIT_MS } = {},
  ) {
    this.#waitMs = waitMs;
    this.#parts = parts;
    this.#privateKey = privateKey;
    this.#keyId = keyIdOf(createPublicKey(privateKey));
    this.#logger = logger;
  }

  get metrics(): TreeMetrics {
    return { frame: this.#open?.frame, failures: this.#failures };
  }

  async prove(asked: Omit<ProofRequest, "shard">): Promise<ProofAnswer> {
    try {
      return await this.#prove(asked);
    } catch (cause) {
      if (!(cause instanceof TreeDamaged)) throw cause;
      this.#failures++;
      this.#logger.warn({ err: cause }, "the proof tree is damaged: it is made again from the log");
      await this.#forget();
      removeTree(this.#parts.treePath);
      return await this.#prove(asked);
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#growing?.catch(() => undefined);
    await this.#forget();
  }

  async #prove({ place, statement, through }: Omit<ProofRequest, "shard">): Promise<ProofAnswer> {
    invariant(frameOf(place) <= through, "a tree grows as far as the record that is proven");
    const tree = await this.#tree();
    const giveUp = new AbortController();
    const late = setTimeout(this.#waitMs, "late", { signal: giveUp.signal }).catch(() => "late");
    try {
      while (this.#growing !== undefined || tree.frame < frameOf(place)) {
        this.#growing ??= this.#grow(tree, through);
        const first = await Promise.race([this.#growing, late]);
        if (this.#closing) throw new Error("the server stops");
        if (first === "late") return { growing: { frame: tree.frame, through } };
      }
    } finally {
      giveUp.abort();
    }
    return this.#answer(tree, place, statement);
  }

  #answer(tree: LogTree, place: Place, statement: Proving["statement"]): Proven {
    const proof = tree.prove(place);
    if (proof === undefined) throw new Error(`no record stands at ${place}`);
    const { leafIndex, treeSize, rootHash, path } = proof;
    if (this.#head?.treeSize !== treeSize) this.#head = this.#signedHead(tree, treeSize, rootHash);
    return {
      inclusion: { leafIndex, path: path.map((hash) => hash.toString("hex")) },
      treeHead: this.#head,
      signature: signText(statementText(statement), this.#privateKey),
    };
  }

  #signedHead({ logId }: LogTree, treeSize: number, rootHash: Buffer): TreeHead {
    const head = {
      logId,
      treeSize,
      rootHash: rootHash.toString("hex"),
      timestamp: isoTime(Date.now()),
      keyId: this.#keyId,
      signature: "",
    };
    return { ...head, signature: signText(headText(head), this.#privateKey) };
  }

  /** Only one at a time. A failure leaves the tree in doubt: it is opened again from what is kept. */
  async #grow(tree: LogTree, through: number): Promise<void> {
    const startedMs = performance.now();
    const from = tree.frame;
    const progress = setInterval(() => {
      this.#logger.info({ frame: tree.frame, of: through }, "the proof tree grows");
    }, PROGRESS_MS);
    try {
      await tree.grow(through, () => this.#closing);
    } catch (cause) {
      this.#failures++;
      await this.#forget();
      throw cause;
    } finally {
      clearInterval(progress);
      this.#growing = undefined;
    }
    const ms = Math.round(performance.now() - startedMs);
    if (ms > PROGRESS_MS) {
      this.#logger.info({ from, frame: tree.frame, records: tree.size, ms }, "the proof tree grew");
    }
  }

  #tree(): Promise<LogTree> {
    if (this.#closing) return Promise.reject(new Error("the server stops"));
    this.#opened ??= this.#openTree();
    return this.#opened;
  }

  async #openTree(): Promise<LogTree> {
    try {
      this.#open = await LogTree.open(this.#parts);
      return this.#open;
    } catch (cause) {
      this.#failures++;
      this.#opened = undefined;
      throw cause;
    }
  }

  async #forget(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    this.#open = undefined;
    this.#head = undefined;
    const tree = await opened?.catch(() => undefined);
    await tree?.close();
  }
}
