/**
 * The thread that grows the proof trees of all shards' logs and signs their heads. It starts with
 * the first request for a proof, is idle between proofs, and has the lowest priority of all
 * threads. No shard, no other request of an edge and no acknowledgement waits for it.
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
import { openSaltSecrets } from "../contract/records/record_leaf.ts";
import { keyIdOf } from "../contract/records/signing_key.ts";
import {
  headText,
  type Proven,
  type Proving,
  signaturesOf,
  signText,
  type TreeHead,
} from "../contract/records/tree_head.ts";
import { LogTree, type LogTreeParts, removeTree } from "../proofs/log_tree.ts";
import { TreeDamaged } from "../proofs/tree_store.ts";
import { flushLogger } from "./logger.ts";
import { openRpc } from "./rpc.ts";
import { openThreadMeter, type ThreadMetrics } from "./thread_meter.ts";
import type { ProverThreadData } from "./worker_data.ts";

/** A request waits this long for a tree that grows, milliseconds; the tree grows on without it. */
export const PROOF_WAIT_MS = 5_000;
/** How often a tree that grows logs its progress, milliseconds. */
const PROGRESS_MS = 5_000;
/**
 * The niceness of this thread alone (Linux has one for each thread): beside a busy thread of normal
 * priority this thread gets a tenth of that thread's processor time.
 */
const NICENESS = 10;

/** What an edge asks of the prover. */
export type ProofRequest = TreeRequest;
/** The proof, or the progress of the tree that is still growing. */
export type ProofAnswer = Proven | { growing: { frame: number; through: number } };

/** The numbers of one shard's proof tree. */
export type TreeMetrics = {
  /** The last frame in the tree; undefined until the tree is opened. */
  frame: number | undefined;
  /** How often the tree failed to open or to grow, or was damaged and built again. */
  failures: number;
};
/** `trees`: in the order of shards. */
export type ProverMetrics = { trees: TreeMetrics[]; thread: ThreadMetrics };

export function runProverThread(data: ProverThreadData, logger: Logger): void {
  setPriority(NICENESS);
  const signer = { key: signingKeyOf(data) };
  const saltSecrets = openSaltSecrets(data.salts);
  const trees = data.shards.map(
    (paths, shard) =>
      new ShardTree({ shard, ...paths, saltSecrets }, signer, logger.child({ shard })),
  );
  const meter = openThreadMeter();
  openRpc(parentPort as MessagePort, {
    prove: ({ shard, ...asked }: ProofRequest) => {
      const tree = trees[shard];
      if (tree === undefined) throw new Error(`there is no shard ${shard}`);
      return tree.prove(asked);
    },
    signWith: (key: SigningPem) => {
      signer.key = signingKeyOf(key);
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

/** A key as it comes from main: PEM, and before which time it signs nothing. */
type SigningPem = Pick<ProverThreadData, "privatePem" | "signsFromMs">;

/** The key that signs now. `fromMs`: the clock may have been put back since the key was made. */
export type SigningKey = { privateKey: KeyObject; keyId: string; fromMs: number };

export function signingKeyOf({ privatePem, signsFromMs }: SigningPem): SigningKey {
  const privateKey = createPrivateKey(privatePem);
  return { privateKey, keyId: keyIdOf(createPublicKey(privateKey)), fromMs: signsFromMs };
}

/** One shard's proof tree: opened when it is first needed, and again after a failure. */
export class ShardTree {
  readonly #parts: LogTreeParts;
  readonly #signer: { readonly key: SigningKey };
  readonly #logger: Logger;
  #opened: Promise<LogTree> | undefined;
  #growing: Promise<void> | undefined;
  /**
   * The signed head of the tree at its present size: all proofs until the tree grows, or the key is another, share
   * it.
   */
  #head: TreeHead | undefined;
  #closing = false;
  /** The tree that `#opened` has resolved to. */
  #open: LogTree | undefined;
  #failures = 0;
  readonly #waitMs: number;

  constructor(
    parts: LogTreeParts,
    signer: { readonly key: SigningKey },
    logger: Logger,
    { waitMs = PROOF_WAIT_MS } = {},
  ) {
    this.#waitMs = waitMs;
    this.#parts = parts;
    this.#signer = signer;
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

  async #prove({ place, statements, through }: Omit<ProofRequest, "shard">): Promise<ProofAnswer> {
    invariant(frameOf(place) <= through, "a tree grows as far as the record that is proven");
    const tree = await this.#tree();
    const timer = new AbortController();
    const late = setTimeout(this.#waitMs, "late", { signal: timer.signal }).catch(() => "late");
    try {
      while (this.#growing !== undefined || tree.frame < frameOf(place)) {
        this.#growing ??= this.#grow(tree, through);
        const first = await Promise.race([this.#growing, late]);
        if (this.#closing) throw new Error("the server stops");
        if (first === "late") return { growing: { frame: tree.frame, through } };
      }
    } finally {
      timer.abort();
    }
    return this.#answer(tree, place, statements);
  }

  #answer(tree: LogTree, place: Place, statements: Proving["statements"]): Proven {
    const proof = tree.prove(place);
    if (proof === undefined) throw new Error(`no record stands at ${place}`);
    const { leafIndex, treeSize, rootHash, path } = proof;
    const { key } = this.#signer;
    if (this.#head?.treeSize !== treeSize || this.#head.keyId !== key.keyId) {
      this.#head = signedHead(tree, { treeSize, rootHash }, key);
    }
    return {
      inclusion: { leafIndex, path: path.map((hash) => hash.toString("hex")) },
      treeHead: this.#head,
      signatures: signaturesOf(statements, key.privateKey),
    };
  }

  /**
   * Runs once at a time. After a failure the tree in memory is dropped and opened again from disk.
   */
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

function signedHead(
  { logId }: LogTree,
  { treeSize, rootHash }: { treeSize: number; rootHash: Buffer },
  { privateKey, keyId, fromMs }: SigningKey,
): TreeHead {
  const head = {
    logId,
    treeSize,
    rootHash: rootHash.toString("hex"),
    timestamp: isoTime(Math.max(Date.now(), fromMs)),
    keyId,
    signature: "",
  };
  return { ...head, signature: signText(headText(head), privateKey) };
}
