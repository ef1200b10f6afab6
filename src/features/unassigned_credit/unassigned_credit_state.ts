/** The part of a ledger shard's state about credits that are nobody's. */
import { EntryIndex } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { GroupCounts } from "../../contract/tables/stored_index.ts";
import { decodeDocument, decodeText } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  isOpenCredit,
  keyOfUnassigned,
  type UnassignedCreditDocument,
} from "./unassigned_credit_document.ts";

export type UnassignedCreditState = ReturnType<typeof createUnassignedCreditState>;

/** The group of those of which somebody has still to say what becomes of them. */
const OPEN = "open";

export function createUnassignedCreditState() {
  return {
    /** By provider and reference. They stay in the state: a bank may tell any number of them. */
    unassignedCredits: new DocumentTable<UnassignedCreditDocument>({
      name: "unassigned_credit",
      code: LEDGER_TABLE.unassignedCredit,
      stored: {},
      indexes: [
        new EntryIndex<UnassignedCreditDocument>(
          { name: "unassigned_credit_open", code: LEDGER_TABLE.unassignedCreditOpen },
          (credit) => (isOpenCredit(credit) ? [""] : []),
        ),
        new GroupCounts<UnassignedCreditDocument>(
          { name: "unassigned_credit_count", code: LEDGER_TABLE.unassignedCreditCount },
          (credit) => (isOpenCredit(credit) ? OPEN : undefined),
        ),
      ],
    }),
  };
}

/** The credit of a bank by its reference, in the platform's realm as a snapshot of the first ledger shard shows it. */
export function unassignedCreditIn(
  snapshot: Pick<Snapshot, "get">,
  realm: number,
  { provider, reference }: Pick<UnassignedCreditDocument, "provider" | "reference">,
): UnassignedCreditDocument | undefined {
  const key = keyOfUnassigned(provider, reference);
  const value = snapshot.get(LEDGER_TABLE.unassignedCredit, realm, key);
  return value === undefined ? undefined : decodeDocument<UnassignedCreditDocument>(value);
}

/** The credits of a bank, or of all, by provider and reference; from the one with the key `from` on. */
export function* unassignedCreditsIn(
  snapshot: Pick<Snapshot, "ascend">,
  realm: number,
  from = "",
): Generator<{ key: string; credit: UnassignedCreditDocument }> {
  for (const { key, value } of snapshot.ascend(LEDGER_TABLE.unassignedCredit, realm, { from })) {
    yield { key, credit: decodeDocument<UnassignedCreditDocument>(value) };
  }
}

/** Those of which somebody has still to say what becomes of them. */
export function* openCreditsIn(
  snapshot: Pick<Snapshot, "ascend" | "get">,
  realm: number,
): Generator<UnassignedCreditDocument> {
  for (const { key } of snapshot.ascend(LEDGER_TABLE.unassignedCreditOpen, realm, {})) {
    const value = snapshot.get(LEDGER_TABLE.unassignedCredit, realm, key);
    if (value !== undefined) yield decodeDocument<UnassignedCreditDocument>(value);
  }
}

/** How many there are of those. */
export function openCreditsCountIn(snapshot: Pick<Snapshot, "get">): number {
  const value = snapshot.get(LEDGER_TABLE.unassignedCreditCount, 0, OPEN);
  return value === undefined ? 0 : Number(decodeText(value));
}
