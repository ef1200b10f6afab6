/**
 * Lists: newest first, at most `limit` items, an opaque cursor that resumes the exact walk. A walk
 * yields rows in falling order of their positions. A position names the same row for ever, so the
 * list is stable while new rows arrive. A full page reads on until the next item or the end, so
 * that a page has a cursor only where an item follows. Every page reads a bounded number of rows:
 * where more rows than that match no filter, a page is short or empty, has a cursor, and is not
 * late.
 */
import { invariant } from "../../base/invariant.ts";
import { JsonBytes } from "../../base/json_bytes.ts";
import { type Found, found, foundAs, foundAsBytes } from "../declare/found.ts";
import type { ReadContext } from "../declare/operation.ts";
import { type Issue, type Refusal, refuse } from "../refusals/refusal.ts";
import { PAGE_LIMIT_DEFAULT, PAGE_SCAN_MAX } from "./formats.ts";

/** One row of a walk. `item` is undefined when the row does not match the filters. */
export type WalkRow<I = unknown> = { position: string; item: I | undefined };

/** The two forms of an item: the document, and the text of exactly that document. */
export type ItemForm<I> = { documentOf(item: I): unknown; jsonOf(item: I): string };

export type PageRequest<I = unknown> = {
  limit: string | undefined;
  cursor: string | undefined;
  /** Everything that defines the walk except limit and cursor. A cursor is bound to it. */
  filters: Record<string, unknown>;
  /** The rows after `position`, in falling order; undefined starts at the newest row. */
  walk(position: string | undefined): Iterable<WalkRow<I>>;
  /** The most rows that a page reads, where the usual number would be late. */
  scanMax?: number;
  /** Absent where items are documents already. One form is used, before the snapshot moves. */
  form?: ItemForm<I>;
};

/** The rows of a walk one at a time: no object is made for a row. */
export interface RowCursor {
  /** Goes to the next row; false at the end. */
  next(): boolean;
  /** Marks the present row. */
  mark(): void;
  /** The position of the row that was marked last. */
  marked(): string;
}

/** A walk for a page that is written as bytes. */
export interface ByteWalk {
  readonly rows: RowCursor;
  /** Whether the present row is an item of the list. */
  readonly isItem: boolean;
  /** Writes the text of the item that the present row is. */
  write(into: JsonBytes): void;
}

const COMMA = 0x2c;
/** The page that this thread writes. */
const PAGE = new JsonBytes();

/**
 * The page of `request`, of which a transport takes the document, made by `answerPage`, or the bytes
 * of exactly this document, written by `walkBytes`, which walks the same rows.
 */
export function answerPageAsBytes<I = unknown>(
  request: PageRequest<I>,
  walkBytes: (position: string | undefined) => ByteWalk,
  context: ReadContext,
): Found | Refusal<"invalid_request"> {
  const { limit = PAGE_LIMIT_DEFAULT, cursor, filters, scanMax = PAGE_SCAN_MAX } = request;
  const start = cursor === undefined ? undefined : context.cursors.decode(filters, cursor);
  if (cursor !== undefined && start === undefined) return refuseIssues([CURSOR_MISMATCH]);
  return foundAsBytes(
    () => {
      const page = answerPage(request, context);
      invariant(!page.refused, "the cursor of a page was checked before");
      return page.document;
    },
    () => {
      const walk = walkBytes(start);
      const last = writeItems(walk, Number(limit), scanMax);
      PAGE.text("]");
      if (last !== undefined) {
        const next = context.cursors.encode(filters, last);
        PAGE.text(`,"nextCursor":${JSON.stringify(next)}`);
      }
      PAGE.text("}");
      return PAGE.written();
    },
  );
}

/** Begins the page and writes its items. Returns the position of its cursor, if it has one. */
function writeItems(walk: ByteWalk, limit: number, scanMax: number): string | undefined {
  PAGE.clear();
  PAGE.text('{"items":[');
  let items = 0;
  const { rows } = walk;
  for (let scanned = 0; rows.next(); scanned++) {
    const isNext = walk.isItem && items === limit;
    if (isNext || scanned === scanMax) return rows.marked();
    rows.mark();
    if (!walk.isItem) continue;
    if (items > 0) PAGE.character(COMMA);
    walk.write(PAGE);
    items++;
  }
  return undefined;
}

export function answerPage<I = unknown>(
  request: PageRequest<I>,
  context: ReadContext,
): Found | Refusal<"invalid_request"> {
  const limit = request.limit === undefined ? PAGE_LIMIT_DEFAULT : Number(request.limit);
  let start: string | undefined;
  if (request.cursor !== undefined) {
    start = context.cursors.decode(request.filters, request.cursor);
    if (start === undefined) return refuseIssues([CURSOR_MISMATCH]);
  }
  const { form, scanMax = PAGE_SCAN_MAX } = request;
  const items: I[] = [];
  let scanned = 0;
  let last = "";
  for (const { position, item } of request.walk(start)) {
    const isNext = item !== undefined && items.length === limit;
    if (isNext || scanned === scanMax) {
      return foundPage(items, form, context.cursors.encode(request.filters, last));
    }
    last = position;
    scanned++;
    if (item !== undefined) items.push(item);
  }
  return foundPage(items, form);
}

function foundPage<I>(items: I[], form: ItemForm<I> | undefined, nextCursor?: string): Found {
  const next = nextCursor === undefined ? {} : { nextCursor };
  if (form === undefined) return found({ items, ...next });
  return foundAs(
    () => ({ items: items.map((item) => form.documentOf(item)), ...next }),
    () => {
      let text = "";
      for (const item of items) text += text === "" ? form.jsonOf(item) : `,${form.jsonOf(item)}`;
      const end = nextCursor === undefined ? "" : `,"nextCursor":${JSON.stringify(nextCursor)}`;
      return `{"items":[${text}]${end}}`;
    },
  );
}

const CURSOR_MISMATCH: Issue = {
  code: "cursor_mismatch",
  message:
    "cursor is not one that this list with these filters returned; begin again without a cursor",
  path: ["cursor"],
};

/** The message is the first issue's, and says how many more there are. */
export function refuseIssues(issues: Issue[]): Refusal<"invalid_request"> {
  const [first, ...others] = issues;
  const message = first === undefined ? "the request does not match the contract" : first.message;
  const more =
    others.length === 0 ? "" : ` (details.issues has ${others.length} more beside this one)`;
  return refuse("invalid_request", message + more, { issues });
}
