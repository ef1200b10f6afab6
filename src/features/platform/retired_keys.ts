/**
 * The keys of what stands in a realm that a reset has retired: by which effect they are destroyed, and which they are; and its files. A noun whose
 * things are sealed under keys of their own (`PreparationTools.entitySealing`) has its row here.
 */
import type { EffectKind } from "../../contract/declare/effect.ts";
import type { Snapshot, TableRow } from "../../contract/tables/snapshot.ts";
import { ownKeyNameOf } from "../beneficiary/beneficiary_erasure.ts";
import { beneficiaries } from "../beneficiary/beneficiary_noun.ts";
import { entities } from "../entity/entity_resource.ts";
import { kycDocuments } from "../entity/kyc_document_resource.ts";
import { statementExports } from "../statement_export/statement_export_noun.ts";

/**
 * Nobody waits for it: a realm may have had 100,000 entities. Where the process is killed before, its next start carries out the
 * effect; the first start with a directory of before carries out one for each realm that was retired.
 */
export const RETIRED_KEYS: EffectKind = {
  kind: "retired_key_destruction",
  settledBy: "platform.retired_keys.settle",
  cause: "platform",
  underWayMax: 1,
  isOfRetired: true,
};

/** The tables whose rows have keys of their own, and the name of the key of a row; undefined where the row has none. */
const HOLDERS: readonly { table: number; keyNameOf(row: TableRow): string | undefined }[] = [
  // Whether anything was submitted or not: a refused submission has made a key as well.
  { table: entities.table.code, keyNameOf: ({ key }) => `${entities.prefix}_${key}` },
  {
    table: beneficiaries.table.code,
    keyNameOf: ({ value }) => ownKeyNameOf(beneficiaries.decoded(value)),
  },
];

/**
 * The names of all keys that things of the realm were sealed under, by slices of so many rows. `snapshot` gives the newest
 * snapshot, and is called anew for each slice: nothing changes any more in a realm that is retired.
 */
export function* keySlicesOf(
  snapshot: () => Snapshot,
  realm: number,
  rowsMax: number,
): Generator<readonly string[]> {
  for (const { table, keyNameOf } of HOLDERS) {
    for (const rows of slicesOf(snapshot, { table, realm, rowsMax })) {
      yield rows.flatMap((row) => keyNameOf(row) ?? []);
    }
  }
}

/** The names of all files that things of the realm name, in the same way. */
export function* fileSlicesOf(
  snapshot: () => Snapshot,
  realm: number,
  rowsMax: number,
): Generator<readonly string[]> {
  for (const { table, decoded } of [kycDocuments, statementExports]) {
    for (const rows of slicesOf(snapshot, { table: table.code, realm, rowsMax })) {
      yield rows.flatMap(({ value }) => decoded(value).file ?? []);
    }
  }
}

function* slicesOf(
  snapshot: () => Snapshot,
  { table, realm, rowsMax }: { table: number; realm: number; rowsMax: number },
): Generator<readonly TableRow[]> {
  for (let from: string | undefined = ""; from !== undefined; ) {
    const rows: TableRow[] = [];
    let next: string | undefined;
    for (const row of snapshot().ascend(table, realm, { from })) {
      if (rows.length === rowsMax) {
        next = row.key;
        break;
      }
      rows.push(row);
    }
    yield rows;
    from = next;
  }
}
