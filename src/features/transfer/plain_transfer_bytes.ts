/**
 * Transfers without a text of a client, as bytes: each is written by a template that the renderer of
 * texts made (`transferJson`), in which ids, amount and times are replaced.
 */
import { copyText } from "../../base/byte_view.ts";
import { ID_SUFFIX_LENGTH, writeIdSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { writeIsoTime } from "../../base/iso_time.ts";
import type { JsonBytes } from "../../base/json_bytes.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { RECORD, textsStartOf } from "../../contract/records/record_layout.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { accountIdBytesOf, accountIdsOf } from "../ledger/account_ids.ts";
import { rowsBySub } from "../ledger/account_rows.ts";
import { RowTemplate, writeAmount } from "../ledger/row_template.ts";
import { type RowSpot, STEP_BYTE } from "../ledger/rows_in_place.ts";
import { ROW_AT } from "../ledger/transfer_row.ts";
import { transferJson } from "./transfer_json.ts";

type Names = Pick<RealmNames, "productId" | "environment">;

/** Writes the present row of `rows`, as the transfer was right after its record. */
export class PlainTransferBytes {
  readonly #snapshot: Snapshot;
  readonly #names: Names;
  readonly #rows: RowSpot;
  readonly #ids: ReturnType<typeof accountIdBytesOf>;

  constructor(snapshot: Snapshot, names: Names, rows: RowSpot) {
    this.#snapshot = snapshot;
    this.#names = names;
    this.#rows = rows;
    this.#ids = accountIdBytesOf(snapshot);
  }

  /** Whether the row is a posted transfer of which no client chose a text. Only these are written. */
  get isPlain(): boolean {
    const { bytes, view, start, row } = this.#rows;
    const flags = bytes[start + RECORD.flags] as number;
    return (
      bytes[start] === RECORD.version &&
      (flags & (RECORD.isRefused | RECORD.hasActorId)) === 0 &&
      bytes[row + ROW_AT.step] === STEP_BYTE.posted &&
      bytes[row + ROW_AT.extrasHigh] === 0 &&
      view.getUint16(row + ROW_AT.extrasLow, true) === 0
    );
  }

  write(into: JsonBytes): void {
    this.#templateOf().write(into, this.#rows, this.#ids);
  }

  /** The template for transfers of this kind, currency and actor. */
  #templateOf(): TransferTemplate {
    const { bytes, view, start, row } = this.#rows;
    const kind = bytes[row + ROW_AT.transferKind] as number;
    const currency = view.getUint16(row + ROW_AT.currency, true);
    for (const template of TEMPLATES) {
      const isOf =
        template.kind === kind &&
        template.currency === currency &&
        template.productId === this.#names.productId &&
        template.environment === this.#names.environment &&
        hasActor(bytes, start, template.actor);
      if (isOf) return template;
    }
    if (TEMPLATES.length === TEMPLATES_MAX) TEMPLATES.length = 0;
    const actor = actorOf(bytes, start);
    const made = new TransferTemplate(this.#text(), { ...this.#names, kind, currency, actor });
    TEMPLATES.push(made);
    return made;
  }

  #text(): string {
    const { place, sub } = this.#rows;
    const record = this.#snapshot.record(place);
    const row = record === undefined ? undefined : rowsBySub(record)[sub];
    invariant(record !== undefined && row?.sub === sub, "a row is decoded where it lies");
    return transferJson(row, record, this.#names, accountIdsOf(this.#snapshot));
  }
}

/** The templates of this thread, some 800 bytes each; all are made anew when there are more. */
const TEMPLATES: TransferTemplate[] = [];
const TEMPLATES_MAX = 32;

/** The index of the principal among the texts of a record. */
const PRINCIPAL_TEXT = 2;

/** Offset of the length and the bytes of the principal, who is the actor of a usual record. */
function principalAt(bytes: Uint8Array, start: number): number {
  let at = textsStartOf(bytes, start);
  for (let text = 0; text < PRINCIPAL_TEXT; text++) at += 1 + (bytes[at] as number);
  return at;
}

/** What a usual record says of its actor: the type, and the principal with its length. */
function actorOf(bytes: Uint8Array, start: number): Uint8Array {
  const at = principalAt(bytes, start);
  const principal = bytes.subarray(at, at + 1 + (bytes[at] as number));
  return Uint8Array.of(bytes[start + RECORD.actorType] as number, ...principal);
}

function hasActor(bytes: Uint8Array, start: number, actor: Uint8Array): boolean {
  if (bytes[start + RECORD.actorType] !== actor[0]) return false;
  const at = principalAt(bytes, start);
  for (let byte = 1; byte < actor.length; byte++) {
    if (bytes[at + byte - 1] !== actor[byte]) return false;
  }
  return true;
}

type TransferKey = Names & { kind: number; currency: number; actor: Uint8Array };

class TransferTemplate {
  readonly productId: string;
  readonly environment: string;
  readonly kind: number;
  readonly currency: number;
  readonly actor: Uint8Array;
  readonly #template: RowTemplate;
  readonly #ownAt: number;
  readonly #sourceAt: number;
  readonly #destinationAt: number;
  /** These are in the piece behind the amount. */
  readonly #timeAt: readonly number[];
  readonly #operationAt: number;
  readonly #receiptAt: number;

  constructor(text: string, { productId, environment, kind, currency, actor }: TransferKey) {
    this.productId = productId;
    this.environment = environment;
    this.kind = kind;
    this.currency = currency;
    this.actor = actor;
    const template = new RowTemplate(text, ['"amount":"']);
    this.#template = template;
    this.#ownAt = template.id(0, '{"transferId":"tr_');
    this.#sourceAt = template.id(0, '"sourceAccountId":"acct_');
    this.#destinationAt = template.id(0, '"destinationAccountId":"acct_');
    this.#operationAt = template.id(1, '"operationId":"op_');
    this.#receiptAt = template.id(1, '"receiptId":"rcpt_');
    this.#timeAt = TIMES.map((before) => template.time(1, before));
  }

  write(into: JsonBytes, rows: RowSpot, ids: ReturnType<typeof accountIdBytesOf>): void {
    into.reserve(this.#template.bytesMax);
    const out = into.view;
    const { view, row, sub, timeMs } = rows;
    const head = this.#template.copy(0, into);
    const own = head + this.#ownAt;
    writeIdSuffix(out, own, rows);
    ids.writeSuffix(out, head + this.#sourceAt, view.getUint32(row + ROW_AT.sourceOrdinal, true));
    const destination = view.getUint32(row + ROW_AT.destinationOrdinal, true);
    ids.writeSuffix(out, head + this.#destinationAt, destination);
    writeAmount(into, view, row + ROW_AT.amount);
    const tail = this.#template.copy(1, into);
    const operation = tail + this.#operationAt;
    const { shard, place } = rows;
    if (sub === 0) copyText(out, own, out, operation, ID_SUFFIX_LENGTH);
    else writeIdSuffix(out, operation, { timeMs, shard, place, sub: 0 });
    copyText(out, operation, out, tail + this.#receiptAt, ID_SUFFIX_LENGTH);
    for (const at of this.#timeAt) writeIsoTime(out, tail + at, timeMs);
  }
}

/** What stands before the times of a transfer: all of them are the time of its record. */
const TIMES = ['"ledgerTimestamp":"', '"createdAt":"', '"updatedAt":"', '{"postedAt":"'] as const;
