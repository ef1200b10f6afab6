/**
 * One call of the operator: its answer is a promise, because the socket has no headers or streams.
 */
import { randomUUID } from "node:crypto";
import type { Call, CallStream, PoolBody } from "../calls/call.ts";
import type { CallTarget } from "../calls/target.ts";
import type { Caller } from "../contract/declare/caller.ts";
import type { Found } from "../contract/declare/found.ts";
import type { Environment } from "../contract/declare/principal.ts";
import { REPLY_REPLAYED } from "../contract/messages/envelope.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";

/**
 * The call was refused; `message` is a sentence for the operator. `isReplayed`: the refusal is that of
 * an earlier call with the same key.
 */
export class OperatorRefused extends Error {
  override readonly name = "OperatorRefused";
  readonly code: string;
  readonly isReplayed: boolean;
  /** What is wrong with the input, where that is why. */
  readonly issues: readonly InputIssue[];

  constructor({ code, message, details }: RefusalBody, isReplayed: boolean) {
    super(message);
    this.code = code;
    this.isReplayed = isReplayed;
    this.issues = (code === "invalid_request" ? details?.issues : undefined) ?? [];
  }
}

export type InputIssue = { path: readonly (string | number)[]; message: string };

/** `isReplayed`: the answer is that of an earlier call with the same key. */
export type OperatorAnswer = { document: unknown; isReplayed: boolean };

/** Under which key an operation is called, for whom, and where. */
export type OperatorAsking = { key: string; user: string; environment?: Environment };

const UNKNOWN = "no answer came in time: the outcome is unknown until the ledger is back";
const NO_ADDRESS = new Uint8Array(4);

export class OperatorCall implements Call {
  readonly requestId = `req_${randomUUID()}`;
  readonly audience = "api";
  readonly authorization = undefined;
  readonly environment: string;
  readonly csrfToken: string = "";
  readonly sessionText: string = "";
  readonly isCrossSite = false;
  readonly tenant = "";
  readonly userAgent = "";
  readonly address = NO_ADDRESS;
  readonly lastEventId = "";
  idempotencyKey: string;
  caller: Caller;
  targets: readonly CallTarget[] | undefined;
  onGone: (() => void) | undefined;
  isFinished = false;
  readonly answer: Promise<OperatorAnswer>;
  #resolve: (answer: OperatorAnswer) => void = () => {};
  #reject: (error: Error) => void = () => {};

  /** `environment`: where a call acts whose input names a Product; live by default. */
  constructor({ key, user, environment = "live" }: OperatorAsking) {
    this.environment = environment;
    this.idempotencyKey = key;
    this.caller = { kind: "operator", user };
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  onReply(status: number, flags: number, _suffix: string, body: string, bytes?: Uint8Array): void {
    const text = bytes === undefined ? body : Buffer.from(bytes).toString();
    const document = JSON.parse(text) as { error?: RefusalBody } & RefusalBody;
    const isReplayed = (flags & REPLY_REPLAYED) !== 0;
    if (status < 400) this.#succeed({ document, isReplayed });
    else this.#fail(document.error ?? document, isReplayed);
  }

  onNoReply(): void {
    this.#fail({ code: "ledger_unavailable", message: UNKNOWN });
  }

  refuse(refusal: Refusal): void {
    this.#fail(refusal);
  }

  found({ json }: Found): void {
    this.#succeed({ document: JSON.parse(json), isReplayed: false });
  }

  wantsFile(): boolean {
    return false;
  }

  reportBudget(): void {}

  deliver(_body: PoolBody): void {
    this.#fail({ code: "internal_error", message: "main has no read pool" });
  }

  openStream(): CallStream {
    throw new Error("an operator's call is answered once");
  }

  #succeed(answer: OperatorAnswer): void {
    this.isFinished = true;
    this.#resolve(answer);
  }

  #fail(refusal: RefusalBody, isReplayed = false): void {
    this.isFinished = true;
    this.#reject(new OperatorRefused(refusal, isReplayed));
  }
}

type RefusalBody = {
  code: string;
  message: string;
  details?: { issues?: InputIssue[] };
};
