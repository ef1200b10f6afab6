/**
 * Main's side of the outbox: starts its thread when the server serves and there is anything for it, with a port to each
 * shard for its reports, and starts the thread again after it ended. What the thread was about to send is owed still. The next thread
 * starts when the reports of the one before have ended, so that it knows all of them that are durable, and
 * gets the mails that the one before has not told the end of.
 */
import { MessageChannel, type Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { FetchedDocument } from "../contract/declare/fetched_document.ts";
import type { MailOutcome, OwedMail } from "../contract/declare/mail.ts";
import type { NewsAnswer, NewsDelivery } from "../contract/messages/provider_news.ts";
import type { BankAsked } from "../relay/bank_files.ts";
import type { ProviderReconciliation } from "../relay/book_comparison.ts";
import { openRpc, type Rpc } from "./rpc.ts";
import { spawnWorker } from "./spawn.ts";
import type { OutboxThreadData } from "./worker_data.ts";

/** Time before the thread is started again, milliseconds; doubled each time up to the longest. */
const RESTART_MS = 1_000;
const RESTART_MS_MAX = 60_000;
/** How often is looked whether there is anything for the thread, milliseconds; a shard writes its view every 100 ms. */
const LOOK_MS = 50;

export type OutboxWorkerParts = {
  data: Omit<OutboxThreadData, "reportPorts">;
  /** The ledger shards in their order; one that has ended rejects. Asked when every shard has replayed its log. */
  shards: () => readonly Pick<Rpc, "call">[];
  /** Whether the shards have anything for the thread; asked again and again until they have. */
  isNeeded: () => boolean;
  logger: Logger;
};

/** A mail whose outcome is not known, and who waits for it. */
type Unsent = { mail: OwedMail; done: (outcome: MailOutcome) => void };

export class OutboxWorker {
  readonly #parts: OutboxWorkerParts;
  readonly #spawn: typeof spawnWorker;
  #thread: { worker: Worker; rpc: Rpc } | undefined;
  readonly #unsent = new Set<Unsent>();
  /** Undefined while the thread does not take mails. */
  #mailer: Rpc | undefined;
  #restartMs = RESTART_MS;
  /** Of the next look, or of the next start after an end. */
  #timer: NodeJS.Timeout | undefined;
  /** Whether every shard has replayed its log. */
  #isOpen = false;
  /** Whether the thread was started; one that ended is started again after a while. */
  #hasStarted = false;
  #isClosed = false;

  constructor(parts: OutboxWorkerParts, spawn = spawnWorker) {
    this.#parts = parts;
    this.#spawn = spawn;
  }

  /** Undefined while the thread does not run. */
  get rpc(): Rpc | undefined {
    return this.#thread?.rpc;
  }

  /** From now on the thread may run. Every shard must have replayed its log. */
  open(): void {
    this.#isOpen = true;
    if (this.#unsent.size > 0) this.#start();
    else this.#look();
  }

  #look(): void {
    if (this.#isNeeded()) this.#start();
    else this.#timer = setTimeout(() => this.#look(), LOOK_MS).unref();
  }

  /** A view that cannot be read is for the thread to tell of. */
  #isNeeded(): boolean {
    try {
      return this.#parts.isNeeded();
    } catch {
      return true;
    }
  }

  /** The thread, which is started where it was not needed until now; undefined while it may not run. */
  #needed(): Rpc | undefined {
    if (this.#isOpen && !this.#isClosed && !this.#hasStarted) {
      clearTimeout(this.#timer);
      this.#start();
    }
    return this.#thread?.rpc;
  }

  #start(): void {
    const { data, shards, logger } = this.#parts;
    this.#hasStarted = true;
    const channels = shards().map((shard) => ({ shard, ...new MessageChannel() }));
    const reportPorts = channels.map(({ port1 }) => port1);
    const worker = this.#spawn({ ...data, reportPorts }, reportPorts);
    for (const { shard, port2 } of channels) {
      // Of a shard that has ended the thread then finds the port closed.
      shard.call("takeReports", port2, [port2]).catch(() => port2.close());
    }
    const rpc = openRpc(worker, {
      ready: () => {
        // A thread that opens a database while the process ends would abort the process.
        if (this.#isClosed) return;
        rpc.call("serve").catch((err: Error) => logger.error({ err }, "the outbox cannot serve"));
        this.#mailer = rpc;
        for (const one of this.#unsent) this.#handOver(one);
      },
    });
    this.#thread = { worker, rpc };
    const onEnd = (err: Error) => {
      if (this.#thread?.worker !== worker) return;
      this.#thread = undefined;
      this.#mailer = undefined;
      rpc.end(err);
      if (this.#isClosed) return;
      logger.error({ err }, "the outbox ended, and is started again");
      void this.#startAgain();
    };
    worker.on("error", onEnd);
    worker.on("exit", (code) => onEnd(new Error(`the thread ended with code ${code}`)));
  }

  /**
   * Resolves when the mail is sent or given up. Does not resolve when the process ends before: the
   * mail is owed then, and comes again after the next start.
   */
  send(mail: OwedMail): Promise<MailOutcome> {
    return new Promise((done) => {
      const one = { mail, done };
      this.#unsent.add(one);
      this.#needed();
      this.#handOver(one);
    });
  }

  /** Compares the provider's book with what is on record. Rejects with a sentence for the operator. */
  async reconcile(name: string): Promise<ProviderReconciliation> {
    const rpc = this.#needed();
    if (rpc === undefined) throw new Error("the outbox does not run now: try again");
    return await rpc.call<ProviderReconciliation>("reconcile", name);
  }

  /** A command about a bank that speaks files. Rejects with a sentence for the operator. */
  async bank(asked: BankAsked): Promise<object> {
    const rpc = this.#needed();
    if (rpc === undefined) throw new Error("the outbox does not run now: try again");
    return await rpc.call<object>("bank", asked);
  }

  /** What a provider of live tells by itself. Rejects where the thread ends before it has answered. */
  readonly takeNews = async (delivery: NewsDelivery): Promise<NewsAnswer> => {
    const rpc = this.#needed();
    if (rpc === undefined) return { status: 503, message: "the outbox does not run now" };
    return await rpc.call<NewsAnswer>("news", delivery);
  };

  /** A small document of somebody outside. Never rejects. */
  readonly fetchDocument = async (url: string): Promise<FetchedDocument> => {
    const asked = this.#needed()?.call<FetchedDocument>("fetchDocument", url);
    return (await asked?.catch(() => undefined)) ?? { fault: "busy" };
  };

  #handOver(one: Unsent): void {
    this.#mailer?.call<MailOutcome>("mail", one.mail).then(
      (outcome) => {
        this.#unsent.delete(one);
        one.done(outcome);
      },
      // The thread has ended, which is logged: the next one gets the mail.
      () => {},
    );
  }

  async #startAgain(): Promise<void> {
    await Promise.allSettled(this.#parts.shards().map((shard) => shard.call("reportsEnded")));
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#start(), this.#restartMs);
    this.#restartMs = Math.min(2 * this.#restartMs, RESTART_MS_MAX);
  }

  /** Attempts under way may end for so long; their outcomes are reported. */
  async close(withinMs: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#thread?.rpc.call("close", withinMs);
  }
}
