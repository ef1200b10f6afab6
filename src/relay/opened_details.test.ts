/** Details that a bank has told and that no view shows yet: of which shard they are, and how long that is known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTED_MS, OpenedDetails } from "./opened_details.ts";

const IBAN = "DE89370400440532013000";
const DETAILS = { iban: IBAN };

function opened() {
  const clock = { nowMs: 1_000 };
  const shown = new Set<number>();
  const showsDetails = (shard: number) => shown.has(shard);
  const details = new OpenedDetails({ showsDetails }, () => clock.nowMs);
  const isElsewhere = (provider = "acme", told = DETAILS) =>
    details.isElsewhere(provider, told, { shards: [0, 1, 2], not: [1] });
  return { clock, shown, details, isElsewhere };
}

const TOLD = [
  ["an answer", { outcome: { progress: { status: "active", details: DETAILS } } }],
  ["news, or an answer to a question", { progress: { status: "active", details: DETAILS } }],
] as const;

for (const [what, input] of TOLD) {
  test(`opened details: by ${what} -> of that bank and shard alone, however they are written`, () => {
    const { details, isElsewhere } = opened();
    details.note("acme", { shard: 1, input });
    assert.equal(isElsewhere(), false);
    details.note("acme", { shard: 2, input });
    assert.equal(isElsewhere(), true);
    assert.equal(isElsewhere("acme", { iban: "de89 3704 0044 0532 0130 00" }), true);
    assert.equal(isElsewhere("other-bank"), false);
    assert.equal(isElsewhere("acme", { iban: "GB29NWBK60161331926819" }), false);
  });
}

test("opened details: a report without details -> nothing is kept", () => {
  const { details } = opened();
  details.note("acme", { shard: 2, input: { outcome: { result: "unknown", fault: "timeout" } } });
  details.note("acme", { shard: 2, input: { progress: { status: "failed" } } });
  details.note("acme", { shard: 2, input: { question: 1 } });
  assert.equal(details.size, 0);
});

test("opened details: the view of the shard shows them, or never will -> forgotten", () => {
  const { clock, shown, details, isElsewhere } = opened();
  const input = TOLD[0][1];
  details.note("acme", { shard: 2, input });
  shown.add(0);
  details.look();
  assert.equal(isElsewhere(), true);
  shown.add(2);
  details.look();
  assert.deepEqual([isElsewhere(), details.size], [false, 0]);
  shown.clear();
  details.note("acme", { shard: 2, input });
  clock.nowMs += NOTED_MS;
  details.look();
  assert.equal(isElsewhere(), true);
  clock.nowMs += 1;
  details.look();
  assert.equal(details.size, 0);
});
