/** Where what a row takes back was booked, by what the row says of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeIdSuffix, placeOf } from "../../base/id.ts";
import { correctedPlace } from "./correction.ts";
import type { RowExtras } from "./transfer_row.ts";

const MADE = placeOf(7, 3);
const BOOKED = placeOf(9, 1);
const reversalOf = `tr_${encodeIdSuffix(1_000, 0, MADE, 2)}`;

const ROWS: { title: string; extras: RowExtras | undefined; place: number | undefined }[] = [
  { title: "no extras", extras: undefined, place: undefined },
  { title: "extras of another kind", extras: { description: "rent" }, place: undefined },
  {
    title: "a reversal of what its own record has booked, or of before holds kept where they ended",
    extras: { reversalOf },
    place: MADE,
  },
  { title: "a reversal of a hold", extras: { reversalOf, corrects: BOOKED }, place: BOOKED },
  { title: "a return", extras: { payoutId: "po_1", corrects: BOOKED }, place: BOOKED },
];

for (const { title, extras, place } of ROWS) {
  test(`corrected place: ${title} -> ${place ?? "none"}`, () => {
    assert.equal(correctedPlace({ extras }), place);
  });
}
