/** Which stored digests still need an earlier pepper: looks through the platform shard's view in slices. */
import { setImmediate } from "node:timers/promises";
import { isoTime } from "../base/iso_time.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import type { ShardView } from "../views/shard_view.ts";
import { PEPPERED, type Peppered, UNSTORED_LASTS_MS } from "./peppered.ts";

/** Rows that are looked at before main does something else: some milliseconds. */
const ROWS_AT_ONCE = 1_000;
/** Ids that are named of one kind. */
const NAMED_MAX = 5;

/**
 * A sentence for each kind of thing that needs a pepper which was the current one until `untilMs`. What is
 * made or changed meanwhile has a digest under a later pepper.
 */
export async function pepperNeeds(
  view: ShardView,
  untilMs: number,
  nowMs: number,
): Promise<string[]> {
  const needs: string[] = [];
  if (nowMs < untilMs + UNSTORED_LASTS_MS) {
    const time = isoTime(untilMs + UNSTORED_LASTS_MS);
    needs.push(`challenges that were given out before its end, until ${time}`);
  }
  const realms = [...view.refreshed().ascend(SHARD_TABLE.realm, 0, {})].map(
    ({ value }) => decodeDocument<RealmDocument>(value).number,
  );
  for (const kind of PEPPERED) {
    const ids: string[] = [];
    let count = 0;
    for (const realm of realms) {
      for await (const id of needyIn(view, kind, realm, { untilMs, nowMs })) {
        count++;
        if (ids.length < NAMED_MAX) ids.push(id);
      }
    }
    const more = count > ids.length ? ", …" : "";
    if (count > 0) needs.push(`${count} ${kind.what} (${ids.join(", ")}${more})`);
  }
  return needs;
}

async function* needyIn(
  view: ShardView,
  { table, digestOf }: Peppered,
  realm: number,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): AsyncGenerator<string> {
  let from = "";
  for (;;) {
    let rows = 0;
    let last = from;
    for (const { key, value } of view.refreshed().ascend(table, realm, { from })) {
      last = key;
      rows++;
      const { id, madeAtMs, endsAtMs } = digestOf(value);
      if (madeAtMs <= untilMs && endsAtMs > nowMs) yield id;
      if (rows === ROWS_AT_ONCE) break;
    }
    if (rows < ROWS_AT_ONCE) return;
    // The first key behind the last one.
    from = `${last}\0`;
    await setImmediate();
  }
}
