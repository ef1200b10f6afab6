/**
 * The answer to a plain transfer as bytes: a text that `plainTransferJson` made, in which the ids, the
 * amount and the times are replaced for the next transfer of the same form. So the renderer of texts
 * alone knows the fields and their order. A text would be added up from 25 parts, which V8 keeps as a
 * tree, flattens, measures twice and encodes before the text is sent.
 * Plain twin: `plainTransferJson`, in plain_transfer.test.ts.
 */
import { copyText, newView, writeText } from "../../base/byte_view.ts";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime, writeIsoTime } from "../../base/iso_time.ts";
import type { Made } from "../../contract/declare/aspects/plain.ts";
import { plainTransferJson } from "./transfer_json.ts";
import type { TransferDraft } from "./transfer_schema.ts";

/** The bytes of `plainTransferJson`, in memory that a later answer of the thread uses again. */
export function plainTransferBytes(draft: TransferDraft, made: Made): Uint8Array {
  const { id } = made.actor;
  const templates = TEMPLATES.get(id) ?? [];
  for (const template of templates)
    if (template.fits(draft, made)) return template.fill(draft, made);
  if (misses++ % MISSES_PER_TEMPLATE !== 0) return Buffer.from(plainTransferJson(draft, made));
  if (templates.length === 0) {
    if (TEMPLATES.size === ACTORS_MAX) TEMPLATES.clear();
    TEMPLATES.set(id, templates);
  }
  if (templates.length === TEMPLATES_OF_ACTOR_MAX) templates.length = 0;
  const template = new PlainTemplate(draft, made);
  templates.push(template);
  return template.fill(draft, made);
}

/**
 * The templates of this thread, some 1,500 bytes each, by the id of the actor: the forms of one actor
 * differ in the currency and in the digits of the amount. Where there are more, they are made anew.
 */
const TEMPLATES = new Map<string, PlainTemplate[]>();
const TEMPLATES_OF_ACTOR_MAX = 32;
const ACTORS_MAX = 256;
/**
 * A template costs as much as three texts, so not each answer without one makes one: where there are
 * more forms than templates, an answer costs little more than its text.
 */
export const MISSES_PER_TEMPLATE = 16;
let misses = 0;

class PlainTemplate {
  readonly #productId: string;
  readonly #environment: string;
  readonly #actorType: string;
  readonly #actorId: string;
  readonly #currency: string;
  readonly #sourceLength: number;
  readonly #destinationLength: number;
  readonly #amountLength: number;
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #sourceAt: number;
  readonly #destinationAt: number;
  readonly #amountAt: number;
  readonly #suffixesAt: readonly [number, number, number];
  readonly #timesAt: readonly number[];
  /** The time that the bytes show, milliseconds UTC. */
  #timeMs: number;

  constructor(draft: TransferDraft, made: Made) {
    const { sourceAccountId, destinationAccountId, amount, currency } = draft;
    const { names, actor, timeMs } = made;
    this.#productId = names.productId;
    this.#environment = names.environment;
    this.#actorType = actor.type;
    this.#actorId = actor.id;
    this.#currency = currency;
    this.#sourceLength = sourceAccountId.length;
    this.#destinationLength = destinationAccountId.length;
    this.#amountLength = amount.length;
    const text = plainTransferJson(draft, made);
    this.#bytes = Buffer.from(text);
    invariant(this.#bytes.length === text.length, "the answer to a plain transfer is ASCII");
    this.#view = newView(this.#bytes);
    this.#sourceAt = placeIn(text, '"sourceAccountId":"', sourceAccountId);
    this.#destinationAt = placeIn(text, '"destinationAccountId":"', destinationAccountId);
    this.#amountAt = placeIn(text, '"amount":"', amount);
    this.#suffixesAt = [
      placeIn(text, '"transferId":"tr_', made.suffix),
      placeIn(text, '"operationId":"op_', made.suffix),
      placeIn(text, '"receiptId":"rcpt_', made.suffix),
    ];
    this.#timesAt = TIMES.map((before) => placeIn(text, before, isoTime(timeMs)));
    this.#timeMs = timeMs;
  }

  /** Whether the answer has the same text but for what `fill` replaces, and the same length. */
  fits(
    { sourceAccountId, destinationAccountId, amount, currency }: TransferDraft,
    { names, actor }: Made,
  ): boolean {
    return (
      amount.length === this.#amountLength &&
      sourceAccountId.length === this.#sourceLength &&
      destinationAccountId.length === this.#destinationLength &&
      currency === this.#currency &&
      names.productId === this.#productId &&
      names.environment === this.#environment &&
      actor.id === this.#actorId &&
      actor.type === this.#actorType
    );
  }

  fill(
    { sourceAccountId, destinationAccountId, amount }: TransferDraft,
    { suffix, timeMs }: Made,
  ): Uint8Array {
    const bytes = this.#bytes;
    const view = this.#view;
    const [ownAt, operationAt, receiptAt] = this.#suffixesAt;
    writeText(suffix, bytes, ownAt);
    copyText(view, ownAt, view, operationAt, ID_SUFFIX_LENGTH);
    copyText(view, ownAt, view, receiptAt, ID_SUFFIX_LENGTH);
    writeText(sourceAccountId, bytes, this.#sourceAt);
    writeText(destinationAccountId, bytes, this.#destinationAt);
    writeText(amount, bytes, this.#amountAt);
    if (timeMs !== this.#timeMs) {
      for (const at of this.#timesAt) writeIsoTime(view, at, timeMs);
      this.#timeMs = timeMs;
    }
    return bytes;
  }
}

/** What stands before each time. */
const TIMES = ['"ledgerTimestamp":"', '"createdAt":"', '"updatedAt":"', '"postedAt":"'] as const;

/** Where `value` stands in the text, behind `before`. */
function placeIn(text: string, before: string, value: string): number {
  const at = text.indexOf(before) + before.length;
  invariant(text.startsWith(value, at) && text[at + value.length] === '"', "a text has its field");
  invariant(text.indexOf(before, at) < 0, "a text has each of its fields once");
  return at;
}
