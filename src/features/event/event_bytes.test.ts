/**
 * Events of posted rows, written as bytes where they lie, against the renderer of texts: records of any
 * content, of several Products and causes in one thread.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  anyRecord,
  logOf,
  snapshotOf,
} from "../../../test/support/features/transfer/row_records.ts";
import { fc } from "../../../test/support/properties.ts";
import { JsonBytes } from "../../base/json_bytes.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { PostedRows } from "../transfer/posted_rows.ts";
import { POSTED_EVENT } from "../transfer/transfer_events.ts";
import { eventByteWalk } from "./event_bytes.ts";
import { eventForm } from "./event_document.ts";
import type { EventStep } from "./event_log.ts";
import { LoggedEvent } from "./logged_event.ts";

const names = fc.record({
  tenantId: fc.constantFrom("ten_1", "ten_2"),
  productId: fc.constantFrom("prod_1", "prod_2"),
  environment: fc.constantFrom("live" as const, "sandbox" as const),
});
const numbers = fc.constantFrom(1, 255, 2 ** 31, Number.MAX_SAFE_INTEGER - 5_000);

/** The events of the records whose facts are posted rows, in any order of their numbers. */
function stepsOf(
  log: ReturnType<typeof logOf>,
  snapshot: ReturnType<typeof snapshotOf>,
  first: number,
): EventStep[] {
  const rows = new PostedRows(snapshot);
  let number = first;
  return [...log.frames.keys()].flatMap((place) => {
    const record = snapshot.record(place);
    assert.ok(record !== undefined);
    const told = record.facts.map((fact) => ({ event: POSTED_EVENT, fact }));
    const arePosted = record.facts.every(
      (fact, at) => "step" in fact && fact.step === "posted" && "sub" in fact && fact.sub === at,
    );
    assert.equal(rows.eventsAt(place), arePosted ? told.length : 0);
    if (!arePosted) return [];
    return told.map((_, sub) => {
      number++;
      const open = () => ({ record, told });
      return { number, place, event: LoggedEvent.in(rows, true, { number, sub }, open) };
    });
  });
}

function writtenBy(walk: ReturnType<typeof eventByteWalk>): string[] {
  const texts: string[] = [];
  const out = new JsonBytes();
  while (walk.rows.next()) {
    out.clear();
    walk.write(out);
    texts.push(out.written().toString());
  }
  return texts;
}

test("events as bytes: any records of posted rows -> as the renderer of texts gives their events", () => {
  let written = 0;
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 12 }), names, numbers, (drawn, of, first) => {
      const log = logOf(drawn);
      const snapshot = snapshotOf(log);
      const steps = stepsOf(log, snapshot, first);
      const { jsonOf } = eventForm(snapshot, of as RealmNames);
      const texts = steps.map(({ event }) => jsonOf(event as LoggedEvent));
      assert.deepEqual(writtenBy(eventByteWalk(snapshot, of, steps)), texts);
      written += texts.length;
    }),
    { numRuns: 1_000 },
  );
  assert.ok(written > 100, `${written} events were written`);
});
