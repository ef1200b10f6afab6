/**
 * Main's side of the prover: starts its thread for the first proof, and again after the thread
 * ended.
 */
import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ProofAnswer, ProofRequest } from "./prover_thread.ts";
import { openRpc, type Rpc } from "./rpc.ts";
import { spawnWorker } from "./spawn.ts";
import type { ProverThreadData } from "./worker_data.ts";

/** The most proofs of all edges that wait at once: each may wait for seconds while a tree grows. */
export const PROOFS_WAITING_MAX = 256;

/**
 * Proofs since the start of the process, by how they ended. `growing`: the tree had not reached the
 * record in time. `refused`: too many proofs were waiting.
 */
export type ProofCounts = {
  waiting: number;
  ended: Readonly<Record<"made" | "growing" | "failed" | "refused", number>>;
};

export class Prover {
  #data: ProverThreadData;
  readonly #logger: Logger;
  #thread: { worker: Worker; rpc: Rpc } | undefined;
  #waiting = 0;
  readonly #ended = { made: 0, growing: 0, failed: 0, refused: 0 };
  #closed = false;

  constructor(data: ProverThreadData, logger: Logger) {
    this.#data = data;
    this.#logger = logger;
  }

  get counts(): ProofCounts {
    return { waiting: this.#waiting, ended: this.#ended };
  }
  /** Undefined while the prover's thread does not run. */
  get rpc(): Rpc | undefined {
    return this.#thread?.rpc;
  }

  /**
   * Rejects when too many proofs wait, when the server stops, and when the tree cannot be opened.
   */
  async prove(request: ProofRequest): Promise<ProofAnswer> {
    if (this.#waiting >= PROOFS_WAITING_MAX) {
      this.#ended.refused++;
      throw new Error(`${PROOFS_WAITING_MAX} proofs are being made`);
    }
    this.#waiting++;
    try {
      const answer = await this.#started().rpc.call<ProofAnswer>("prove", request);
      this.#ended["growing" in answer ? "growing" : "made"]++;
      return answer;
    } catch (cause) {
      this.#ended.failed++;
      throw cause;
    } finally {
      this.#waiting--;
    }
  }

  /** Resolves when this key signs and no other does. `fromMs`: no time before is signed with it. */
  async signWith(privatePem: string, signsFromMs: number): Promise<void> {
    this.#data = { ...this.#data, privatePem, signsFromMs };
    const thread = this.#thread;
    try {
      await thread?.rpc.call("signWith", { privatePem, signsFromMs });
    } catch (cause) {
      // A thread that has ended signs nothing; the next one starts with this key.
      if (this.#thread === thread) throw cause;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const thread = this.#thread;
    await thread?.rpc.call("close");
    await thread?.worker.terminate();
  }

  #started(): { worker: Worker; rpc: Rpc } {
    if (this.#closed) throw new Error("the server stops");
    if (this.#thread !== undefined) return this.#thread;
    const worker = spawnWorker(this.#data, []);
    const rpc = openRpc(worker, {});
    const ended = (error: Error) => {
      rpc.end(error);
      if (this.#thread?.worker !== worker) return;
      this.#thread = undefined;
      if (!this.#closed) this.#logger.error({ err: error }, "the prover ended");
    };
    worker.on("error", ended);
    worker.on("exit", (code) => ended(new Error(`the prover ended with code ${code}`)));
    this.#thread = { worker, rpc };
    return this.#thread;
  }
}
