/**
 * One call of the operator: its answer is a promise, because the socket has no headers or streams.
 */
import { randomUUID } from "node:crypto";
import type { Call, CallStream, PoolBody } from "../calls/call.ts";
import type { Caller } from "../contract/caller.ts";
import type { Found } from "../contract/found.ts";
import type { Refusal } from "../contract/refusal.ts";

/** The call was refused; `message` is a sentence for the operator. */
export class OperatorRefused extends Error {
  override readonly name = "OperatorRefused";
}

const UNKNOWN = "no answer came in time: the outcome is unknown until the ledger is back";
const NO_ADDRESS = new Uint8Array(4);

export class OperatorCall implements Call {
  readonly requestId = `req_${randomUUID()}`;
  readonly authorization = undefined;
  readonly environment: string = "live";
  readonly csrfToken = "";
  readonly address = NO_ADDRESS;
  readonly lastEventId = "";
  idempotencyKey: string;
  caller: Caller = { kind: "operator" };
  onGone: (() => void) | undefined;
  isFinished = false;
  readonly answer: Promise<unknown>;
  #resolve: (document: unknown) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(idempotencyKey: string) {
    this.idempotencyKey = idempotencyKey;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  onReply(status: number, _flags: number, _suffix: string, body: string): void {
    const document = JSON.parse(body) as { error?: RefusalBody } & RefusalBody;
    if (status < 400) this.#succeed(document);
    else this.#fail(textOf(document.error ?? document));
  }

  onNoReply(): void {
    this.#fail(UNKNOWN);
  }

  refuse(refusal: Refusal): void {
    this.#fail(textOf(refusal));
  }

  found({ json }: Found): void {
    this.#succeed(JSON.parse(json));
  }

  wantsFile(): boolean {
    return false;
  }

  reportBudget(): void {}

  deliver(_body: PoolBody): void {
    this.#fail("main has no read pool");
  }

  openStream(): CallStream {
    throw new Error("an operator's call is answered once");
  }

  #succeed(document: unknown): void {
    this.isFinished = true;
    this.#resolve(document);
  }

  #fail(message: string): void {
    this.isFinished = true;
    this.#reject(new OperatorRefused(message));
  }
}

type RefusalBody = {
  message: string;
  details?: { issues?: { message: string }[] };
};

/** The issues of the input field by field, where the refusal lists issues; else the message. */
function textOf({ message, details }: RefusalBody): string {
  const issues = details?.issues ?? [];
  if (issues.length === 0) return message;
  return issues.map((issue) => issue.message).join("; ");
}
