/** The part of a ledger shard's state about statements of banks that speak files. */
import { PLATFORM_REALM_KEY } from "../../contract/records/platform_realm.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { BankStatementDocument } from "./bank_statement_document.ts";

export type BankStatementState = ReturnType<typeof createBankStatementState>;

export function createBankStatementState() {
  return {
    /** The newest one of each account, by bank, currency and account. */
    bankStatements: new DocumentTable<BankStatementDocument>({
      name: "bank_statement",
      code: LEDGER_TABLE.bankStatement,
      stored: {},
    }),
  };
}

/** The newest statements of all banks, as a view of the first ledger shard shows them. */
export function statementsIn(
  snapshot: Pick<Snapshot, "ascend">,
  realmNumberOf: (key: string) => number | undefined,
): BankStatementDocument[] {
  const realm = realmNumberOf(PLATFORM_REALM_KEY);
  if (realm === undefined) return [];
  return [...snapshot.ascend(LEDGER_TABLE.bankStatement, realm, {})].map(({ value }) =>
    decodeDocument<BankStatementDocument>(value),
  );
}
