/**
 * Rows of any records, written as bytes where they lie, against the renderers of texts: heads and
 * rows that no operation of today makes, too.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  anyRecord,
  logOf,
  ORDINALS,
  REALM,
  snapshotOf,
  suffixOfAccount,
} from "../../../test/support/features/transfer/row_records.ts";
import { fc } from "../../../test/support/properties.ts";
import { JsonBytes } from "../../base/json_bytes.ts";
import { entryForm, isEntry } from "../account/account_entry.ts";
import { entryByteWalk } from "../account/entry_bytes.ts";
import type { AccountDocument } from "../ledger/account_document.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { accountRows } from "../ledger/account_rows.ts";
import { AccountRowWalk, RealmRowWalk } from "../ledger/rows_in_place.ts";
import { transferByteWalk } from "./transfer_bytes.ts";
import { transferForm, transfersIn } from "./transfer_view.ts";
import { realmTransfers } from "./transfer_walk.ts";

const NAMES = { productId: "prod_1", environment: "live" } as const;
const ALL = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };

/** The texts of the items that a walk writes, and the position of each row. */
function writtenBy(walk: ReturnType<typeof transferByteWalk>) {
  const [texts, positions]: [string[], string[]] = [[], []];
  const out = new JsonBytes();
  const { rows } = walk;
  while (rows.next()) {
    rows.mark();
    positions.push(rows.marked());
    if (!walk.isItem) continue;
    out.clear();
    walk.write(out);
    texts.push(out.written().toString());
  }
  return { texts, positions };
}

test("rows as bytes: any records -> the transfers of a realm as the renderer of texts gives them", () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 12 }), fc.nat(40), (drawn, skipped) => {
      const snapshot = snapshotOf(logOf(drawn));
      const all = [...realmTransfers(snapshot, REALM, ALL, undefined)];
      const after = all[skipped]?.position;
      const steps = after === undefined ? all : all.slice(skipped + 1);
      const see = transfersIn(snapshot);
      const form = transferForm(snapshot, NAMES);
      const texts = steps.flatMap(({ position, transfer }) =>
        transfer === undefined ? [] : [form.jsonOf(see(transfer.row, transfer.record, position))],
      );
      const rows = new RealmRowWalk(snapshot, REALM, ALL, after);
      const written = writtenBy(transferByteWalk(snapshot, REALM, NAMES, rows));
      assert.deepEqual(written, { texts, positions: steps.map(({ position }) => position) });
    }),
    { numRuns: 500 },
  );
});

test("rows as bytes: any records -> the entries of an account as the renderer of texts gives them", () => {
  const ordinal = fc.constantFrom(...ORDINALS);
  fc.assert(
    fc.property(
      fc.array(anyRecord, { maxLength: 12 }),
      ordinal,
      fc.nat(40),
      (drawn, own, skipped) => {
        const snapshot = snapshotOf(logOf(drawn));
        const document = { ordinal: own } as AccountDocument;
        const account = { suffix: suffixOfAccount(own), realm: REALM, document };
        const all = [...accountRows(snapshot, account, ALL)];
        const after = all[skipped]?.position;
        const lines = after === undefined ? all : all.slice(skipped + 1);
        const form = entryForm(`acct_${account.suffix}`, accountIdsOf(snapshot));
        const texts = lines.filter(({ row }) => isEntry(row)).map((line) => form.jsonOf(line));
        const rows = new AccountRowWalk(snapshot, account, ALL, after);
        const written = writtenBy(entryByteWalk(snapshot, rows, form));
        assert.deepEqual(written, { texts, positions: lines.map(({ position }) => position) });
      },
    ),
    { numRuns: 500 },
  );
});
