/**
 * The head of an answer with a record whose connection stays: a text, and the same as bytes, in which
 * the ids and the number of requests left are replaced for the next answer. So the text alone knows the
 * lines and their order. The text is added up from a dozen parts, which V8 keeps as a tree, flattens,
 * measures and encodes. Plain twin: `recordedHeadText`, in recorded_head.test.ts.
 */
import { Buffer } from "node:buffer";
import { copyText, newView, writeText } from "../../base/byte_view.ts";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { writeInteger } from "../../base/json_bytes.ts";
import type { AnswerHead } from "../../contract/declare/aspects/answer_head.ts";
import {
  type CountedBudget,
  firstLines,
  JSON_TYPE,
  KEEP_ALIVE_LINES,
  rateHeadersOf,
} from "./response_head.ts";

/** What an answer in JSON that a record stands behind says in its head. */
export type RecordedAnswer = {
  status: number;
  requestId: string;
  /** The suffix of the record's ids. */
  suffix: string;
  budget: CountedBudget;
  /** What caches and browsers may do with the answer, as lines. */
  guard: string;
};

/** The line of the request's id. */
export function requestLine(requestId: string): string {
  return BEFORE_REQUEST + requestId;
}

/** The lines of the record: the operation, the receipt that proves it, and whether it was there before. */
export function recordLines(suffix: string, replayed = false): string {
  const replay = replayed ? "\r\nidempotent-replayed: true" : "";
  return BEFORE_OPERATION + suffix + BEFORE_RECEIPT + suffix + replay;
}

/** The most ids that the line of the clock's operations has: a head must stay short. */
const CLOCK_OPERATIONS_MAX = 100;

/**
 * The line that names the clock's operations, of the list in the reply that the operation declares; "" where there are none. A reply
 * with an empty list is not parsed.
 */
export function clockOperationLine(
  operation: { head?: AnswerHead } | undefined,
  body: string,
): string {
  const name = operation?.head?.clockOperationsAt;
  if (name === undefined || !body.includes(`"${name}":["`)) return "";
  const ids = (JSON.parse(body) as Record<string, readonly string[]>)[name] ?? [];
  if (ids.length === 0) return "";
  return `\r\nservice-clock-operation-ids: ${ids.slice(0, CLOCK_OPERATIONS_MAX).join(",")}`;
}

const BEFORE_REQUEST = "\r\nx-request-id: ";
const BEFORE_OPERATION = "\r\nservice-operation-id: op_";
const BEFORE_RECEIPT = "\r\nservice-receipt-id: rcpt_";

/** Everything of the head but what the server's library writes: the status line's end and the length. */
export function recordedHeadText(answer: RecordedAnswer): string {
  const { status, requestId, suffix, budget, guard } = answer;
  const lines = requestLine(requestId) + recordLines(suffix) + rateHeadersOf(budget) + guard;
  return firstLines(status, JSON_TYPE) + lines + KEEP_ALIVE_LINES;
}

/** The bytes of `recordedHeadText`, in memory that the next answer of the thread uses again. */
export function recordedHead(answer: RecordedAnswer): Uint8Array {
  for (const template of TEMPLATES) if (template.fits(answer)) return template.fill(answer);
  if (TEMPLATES.length === TEMPLATES_MAX) TEMPLATES.length = 0;
  const template = new HeadTemplate(answer);
  TEMPLATES.push(template);
  return template.fill(answer);
}

/** The templates of this thread, some 500 bytes each; all are made anew when there are more. */
const TEMPLATES: HeadTemplate[] = [];
const TEMPLATES_MAX = 16;

class HeadTemplate {
  readonly #status: number;
  readonly #requestLength: number;
  readonly #limit: number;
  readonly #resetSeconds: number;
  readonly #guard: string;
  /** The numbers of requests left that have as many digits as that of the template. */
  readonly #remainingLeast: number;
  readonly #remainingBelow: number;
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #requestAt: number;
  readonly #operationAt: number;
  readonly #receiptAt: number;
  readonly #remainingAt: number;

  constructor(answer: RecordedAnswer) {
    const { status, requestId, suffix, budget, guard } = answer;
    this.#status = status;
    this.#requestLength = requestId.length;
    this.#limit = budget.limit;
    this.#resetSeconds = budget.resetSeconds;
    this.#guard = guard;
    const digits = String(budget.remaining).length;
    this.#remainingLeast = digits === 1 ? 0 : 10 ** (digits - 1);
    this.#remainingBelow = 10 ** digits;
    const text = recordedHeadText(answer);
    this.#bytes = Buffer.from(text, "latin1");
    this.#view = newView(this.#bytes);
    const first = firstLines(status, JSON_TYPE).length;
    this.#requestAt = first + BEFORE_REQUEST.length;
    this.#operationAt = this.#requestAt + requestId.length + BEFORE_OPERATION.length;
    this.#receiptAt = this.#operationAt + suffix.length + BEFORE_RECEIPT.length;
    const rates = rateHeadersOf(budget).length;
    this.#remainingAt = this.#receiptAt + suffix.length + rates - digits;
    invariant(suffix.length === ID_SUFFIX_LENGTH, "a record has a suffix");
    invariant(Buffer.byteLength(text) === text.length, "a head is ASCII");
  }

  /** Whether the head has the same text but for what `fill` replaces, and the same length. */
  fits({ status, requestId, budget, guard }: RecordedAnswer): boolean {
    return (
      status === this.#status &&
      requestId.length === this.#requestLength &&
      budget.resetSeconds === this.#resetSeconds &&
      budget.limit === this.#limit &&
      budget.remaining >= this.#remainingLeast &&
      budget.remaining < this.#remainingBelow &&
      guard === this.#guard
    );
  }

  fill({ requestId, suffix, budget }: RecordedAnswer): Uint8Array {
    const bytes = this.#bytes;
    writeText(requestId, bytes, this.#requestAt);
    writeText(suffix, bytes, this.#operationAt);
    copyText(this.#view, this.#operationAt, this.#view, this.#receiptAt, ID_SUFFIX_LENGTH);
    if (budget.limit !== 0) writeInteger(bytes, this.#remainingAt, budget.remaining);
    return bytes;
  }
}
