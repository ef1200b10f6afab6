/**
 * The mails that this process has to send: each is attempted, attempted again after a pause, sent or given up.
 * Guarantees: a mail is attempted until the transport takes it or refuses it for ever, or its end is
 * reached: `expiresAtMs`, or `MAIL_LIFE_MS` after it came; its secrets are opened when it comes, so a
 * rotation of the seal key afterwards does not reach it; `atOnce` attempts are under way at most.
 * Stores nothing: a mail that is owed stands in the log, and is handed over again after a restart.
 */
import type { MailFault, MailOutcome, OwedMail } from "../contract/declare/mail.ts";
import type { CallOff, EventLoop } from "../contract/messages/event_loop.ts";
import { MailFailed, type MailTransport } from "./mail_transport.ts";
import { MailUnusable, type WrittenMail } from "./written_mail.ts";

/** The pause after an attempt that failed, by its number, milliseconds; the last one is repeated. */
export const MAIL_PAUSES_MS = [
  5_000,
  30_000,
  2 * 60_000,
  10 * 60_000,
  3_600_000,
  6 * 3_600_000,
] as const;
/** How long a mail is attempted in one run of the process, milliseconds. */
export const MAIL_LIFE_MS = 24 * 3_600_000;

export type MailQueueParts = {
  transport: MailTransport;
  /** Throws `MailUnusable`. */
  write: (mail: OwedMail) => WrittenMail;
  /** Attempts at a time. */
  atOnce: number;
  loop: Pick<EventLoop, "after">;
  nowMs: () => number;
  /** Called with each attempt that failed, and each mail that is given up. */
  onFault: (trouble: MailTrouble) => void;
};

export type MailTrouble = {
  effectId: string;
  template: string;
  fault: MailFault;
  /** The attempt's number, from 1; 0 where there was none. */
  attempt: number;
  isOver: boolean;
  why: string;
  replyCode?: number | undefined;
};

export type MailMetrics = {
  sent: number;
  givenUp: number;
  failures: number;
  /** Mails that are neither sent nor given up. */
  waiting: number;
};

type Entry = {
  written: WrittenMail;
  template: string;
  attempt: number;
  endMs: number;
  fault: MailFault;
  done: (outcome: MailOutcome) => void;
};

/** Mails in the order in which they are due, with at most `atOnce` attempts at a time. */
export class MailQueue {
  readonly #parts: MailQueueParts;
  /** Due, in the order in which they became so. */
  readonly #due: Entry[] = [];
  readonly #pauses = new Set<CallOff>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #isStopping = false;
  readonly #counts = { sent: 0, givenUp: 0, failures: 0, waiting: 0 };

  constructor(parts: MailQueueParts) {
    this.#parts = parts;
  }

  /** The counts as they are now. */
  get metrics(): MailMetrics {
    return { ...this.#counts };
  }

  /** Resolves when the mail is sent or given up; never after `stop` has resolved. */
  send(mail: OwedMail): Promise<MailOutcome> {
    return new Promise((resolve) => {
      this.#counts.waiting++;
      const { effectId, template, expiresAtMs = Number.POSITIVE_INFINITY } = mail;
      const common = { template, attempt: 0, fault: "expired", done: resolve } as const;
      const endMs = Math.min(expiresAtMs, this.#parts.nowMs() + MAIL_LIFE_MS);
      try {
        this.#due.push({ ...common, written: this.#parts.write(mail), endMs });
      } catch (cause) {
        const { fault, message } =
          cause instanceof MailUnusable ? cause : new MailUnusable("invalid_mail", "not readable");
        const trouble = { effectId, template, fault, attempt: 0, why: message };
        this.#giveUp(trouble, resolve);
        return;
      }
      this.#go();
    });
  }

  /**
   * Begins no attempt any more, waits up to `withinMs` milliseconds for those under way, and then aborts the others:
   * their mails have no outcome.
   */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    for (const callOff of this.#pauses) callOff();
    const late = this.#parts.loop.after(withinMs, () => this.#stop.abort());
    await Promise.all(this.#underWay);
    late();
    this.#parts.transport.close();
  }

  #go(): void {
    while (!this.#isStopping && this.#underWay.size < this.#parts.atOnce) {
      const entry = this.#due.shift();
      if (entry === undefined) return;
      if (this.#parts.nowMs() >= entry.endMs) {
        this.#giveUp({ ...headOf(entry), why: "its time is over" }, entry.done);
        continue;
      }
      entry.attempt++;
      const attempt: Promise<void> = this.#attempt(entry).finally(() => {
        this.#underWay.delete(attempt);
        this.#go();
      });
      this.#underWay.add(attempt);
    }
  }

  async #attempt(entry: Entry): Promise<void> {
    try {
      await this.#parts.transport.deliver(entry.written, this.#stop.signal);
    } catch (cause) {
      if (!this.#stop.signal.aborted) this.#failed(entry, asFailed(cause));
      return;
    }
    this.#counts.sent++;
    this.#counts.waiting--;
    entry.done({ status: "sent", attempts: entry.attempt });
  }

  #failed(entry: Entry, { fault, isFinal, replyCode, message }: MailFailed): void {
    const { loop, nowMs, onFault } = this.#parts;
    this.#counts.failures++;
    entry.fault = fault;
    const trouble = { ...headOf(entry), why: message, replyCode };
    const pauseMs = MAIL_PAUSES_MS[entry.attempt - 1] ?? (MAIL_PAUSES_MS.at(-1) as number);
    if (isFinal || nowMs() + pauseMs >= entry.endMs) {
      this.#giveUp(trouble, entry.done);
      return;
    }
    onFault({ ...trouble, isOver: false });
    if (this.#isStopping) return;
    const callOff = loop.after(pauseMs, () => {
      this.#pauses.delete(callOff);
      this.#due.push(entry);
      this.#go();
    });
    this.#pauses.add(callOff);
  }

  #giveUp(trouble: Omit<MailTrouble, "isOver">, done: Entry["done"]): void {
    this.#counts.givenUp++;
    this.#counts.waiting--;
    this.#parts.onFault({ ...trouble, isOver: true });
    done({ status: "given_up", attempts: trouble.attempt, code: trouble.fault });
  }
}

function headOf({ written: { effectId }, template, fault, attempt }: Entry) {
  return { effectId, template, fault, attempt };
}

/**
 * A transport rejects with `MailFailed`; any other error is a bug of this program, and the mail is attempted again
 * later.
 */
function asFailed(cause: unknown): MailFailed {
  if (cause instanceof MailFailed) return cause;
  return new MailFailed("connection_failed", { message: "the transport threw" });
}
