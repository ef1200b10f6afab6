/** Main's end of the prover: starts its thread when a proof is first asked for, and again if it ended. */
import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ProofAnswer, ProofRequest } from "./prover_thread.ts";
import { openRpc, type Rpc } from "./rpc.ts";
import { spawnWorker } from "./spawn.ts";
import type { ProverThreadData } from "./worker_data.ts";

/** Proofs that wait at once, over all edges: each may hold on for seconds while a tree grows. */
export const PROOFS_WAITING_MAX = 256;

/** Since the start; `growing` ended with a tree that was not far enough, `refused` before it began. */
export type ProofCounts = {
  waiting: number;
  ended: Readonly<Record<"made" | "growing" | "failed" | "refused", number>>;
};

export class Prover {
  readonly #data: ProverThreadData;
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
  /** Undefined while its thread is not there. */
  get rpc(): Rpc | undefined {
    return this.#thread?.rpc;
  }

  /** Rejects when too many wait, while the server stops, and when the tree cannot be had. */
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
