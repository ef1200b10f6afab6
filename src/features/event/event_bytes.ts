/**
 * A page of events as bytes. The event of a plain transfer, as nearly every event is, is written from
 * its row where it lies: by a template that the renderer of texts made (`eventJson`), in which ids, time and number are
 * replaced, around the transfer (`PlainTransferBytes`). Every other event is rendered as a text.
 * Plain twin: `answerPage` with `eventForm`, in every test that reads a list (test/world/reading.ts).
 */
import { copyText } from "../../base/byte_view.ts";
import { ID_SUFFIX_LENGTH, writeIdSuffix } from "../../base/id.ts";
import { writeIsoTime } from "../../base/iso_time.ts";
import { type JsonBytes, writeInteger } from "../../base/json_bytes.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { RECORD } from "../../contract/records/record_layout.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { ByteWalk, RowCursor } from "../../contract/values/page.ts";
import { RowTemplate } from "../ledger/row_template.ts";
import type { RowSpot } from "../ledger/rows_in_place.ts";
import { positionOfPlace } from "../record_walk.ts";
import { PlainTransferBytes } from "../transfer/plain_transfer_bytes.ts";
import { eventForm, eventJsonWith } from "./event_document.ts";
import type { EventStep } from "./event_log.ts";
import type { LoggedEvent } from "./logged_event.ts";

/** A step of which `event` is absent is no item of the page. The page goes on after number and place. */
export function eventByteWalk(
  snapshot: Snapshot,
  names: RealmNames,
  steps: Iterable<EventStep>,
): ByteWalk {
  return new EventByteWalk(snapshot, names, steps);
}

/** The position of a step, from which a later page goes on. */
export function positionOfStep(
  snapshot: Snapshot,
  { number, place }: Pick<EventStep, "number" | "place">,
): string {
  return `${number}.${positionOfPlace(snapshot, place)}`;
}

class EventByteWalk implements ByteWalk, RowCursor {
  readonly #snapshot: Snapshot;
  readonly #names: RealmNames;
  readonly #steps: Iterator<EventStep>;
  readonly #form: ReturnType<typeof eventForm>;
  #step: EventStep = { number: 0, place: 0, event: undefined };
  #marked = this.#step;
  #transfers: PlainTransferBytes | undefined;

  constructor(snapshot: Snapshot, names: RealmNames, steps: Iterable<EventStep>) {
    this.#snapshot = snapshot;
    this.#names = names;
    this.#steps = steps[Symbol.iterator]();
    this.#form = eventForm(snapshot, names);
  }

  get rows(): RowCursor {
    return this;
  }
  get isItem(): boolean {
    return this.#step.event !== undefined;
  }
  next(): boolean {
    const { done, value } = this.#steps.next();
    if (done === true) return false;
    this.#step = value;
    return true;
  }
  mark(): void {
    this.#marked = this.#step;
  }
  marked(): string {
    return positionOfStep(this.#snapshot, this.#marked);
  }

  write(into: JsonBytes): void {
    const event = this.#step.event as LoggedEvent;
    const row = event.row();
    if (row === undefined || !this.#writePosted(event, row, into)) {
      into.text(this.#form.jsonOf(event));
    }
  }

  /** Writes the event of a plain transfer; false, and nothing written, for any other. */
  #writePosted(event: LoggedEvent, row: RowSpot, into: JsonBytes): boolean {
    this.#transfers ??= new PlainTransferBytes(this.#snapshot, this.#names, row);
    if (!this.#transfers.isPlain) return false;
    templateOf(event, row, this.#names).write(into, row, event.number, this.#transfers);
    return true;
  }
}

/** The templates of this thread, some 600 bytes each; all are made anew when there are more. */
const TEMPLATES: EventTemplate[] = [];
const TEMPLATES_MAX = 32;

function templateOf(event: LoggedEvent, row: RowSpot, names: RealmNames): EventTemplate {
  const cause = causeIn(row);
  for (const template of TEMPLATES) if (template.isOf(names, cause)) return template;
  if (TEMPLATES.length === TEMPLATES_MAX) TEMPLATES.length = 0;
  const made = new EventTemplate(event, cause, names);
  TEMPLATES.push(made);
  return made;
}

/** The stored cause of the record of a plain transfer. */
function causeIn({ bytes, start }: RowSpot): number {
  return bytes[start + RECORD.cause] as number;
}

class EventTemplate {
  readonly #names: RealmNames;
  readonly #cause: number;
  readonly #template: RowTemplate;
  readonly #ownAt: number;
  readonly #timeAt: number;
  /** In the piece behind the number. */
  readonly #resourceAt: number;
  /** In the piece behind the transfer. */
  readonly #operationAt: number;
  readonly #receiptAt: number;

  constructor(event: LoggedEvent, cause: number, names: RealmNames) {
    const { tenantId, productId, environment } = names;
    this.#names = { tenantId, productId, environment };
    this.#cause = cause;
    const text = eventJsonWith(names, event, { text: "null", revision: 1, previous: undefined });
    const template = new RowTemplate(text, ['"sequence":"', '"object":']);
    this.#template = template;
    this.#ownAt = template.id(0, '{"id":"evt_');
    this.#timeAt = template.time(0, '"timestamp":"');
    this.#resourceAt = template.id(1, '"id":"tr_');
    this.#operationAt = template.id(2, '"operationId":"op_');
    this.#receiptAt = template.id(2, '"receiptId":"rcpt_');
  }

  isOf({ tenantId, productId, environment }: RealmNames, cause: number): boolean {
    const own = this.#names;
    return (
      cause === this.#cause &&
      productId === own.productId &&
      environment === own.environment &&
      tenantId === own.tenantId
    );
  }

  /** Writes the event with this number, of the transfer that is the present row. */
  write(into: JsonBytes, row: RowSpot, number: number, transfer: PlainTransferBytes): void {
    const template = this.#template;
    into.reserve(template.bytesMax);
    const own = template.copy(0, into) + this.#ownAt;
    // The event's number within its record is that of the row, so both ids end alike.
    writeIdSuffix(into.view, own, row);
    writeIsoTime(into.view, own - this.#ownAt + this.#timeAt, row.timeMs);
    into.at = writeInteger(into.bytes, into.at, number);
    const resource = template.copy(1, into) + this.#resourceAt;
    copyText(into.view, own, into.view, resource, ID_SUFFIX_LENGTH);
    transfer.write(into);
    into.reserve(template.bytesMax);
    const tail = template.copy(2, into);
    const operation = tail + this.#operationAt;
    if (row.sub === 0) copyText(into.view, own, into.view, operation, ID_SUFFIX_LENGTH);
    else {
      const { timeMs, shard, place } = row;
      writeIdSuffix(into.view, operation, { timeMs, shard, place, sub: 0 });
    }
    copyText(into.view, operation, into.view, tail + this.#receiptAt, ID_SUFFIX_LENGTH);
  }
}
