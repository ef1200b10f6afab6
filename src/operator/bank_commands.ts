/**
 * `npm run admin -- bank account`, `export`, `import`, `pending`, `tell`: the operator's side of a bank that speaks files. The account is one step of every ledger
 * shard; the others are carried out where the views and the keys are.
 */
import { isAbsolute } from "node:path";
import { debitRailsInNoFile } from "../features/provider/provider_document.ts";
import type { Given } from "./operator_command.ts";
import { onEveryShard, type ProviderCommandParts } from "./provider_commands.ts";

export type BankCommandName = "export" | "import" | "pending" | "tell";

/** Carries a command out that is no step of its own; rejects with a sentence. */
export type RunBankCommand = (asked: {
  command: BankCommandName;
  user: string;
  given: Given;
}) => Promise<object>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Says which account the platform has at the bank in a currency. */
export async function setBankAccount(parts: ProviderCommandParts, given: Given, user: string) {
  const { name: provider = "", currency = "", holder = "" } = given;
  const told = {
    ...{ iban: given["iban"], bic: given["bic"], routingNumber: given["routing-number"] },
    ...{ sortCode: given["sort-code"], accountNumber: given["account-number"] },
    creditorId: given["creditor-id"],
  };
  const numbers = Object.fromEntries(
    Object.entries(told).filter(([, number]) => number !== undefined),
  );
  const account = { currency, holder, ...numbers };
  await onEveryShard(parts, "provider.account", { provider, user, account });
  const notInFiles = debitsNotInFiles(currency);
  return { provider, account, ...(notInFiles.length > 0 && { notInFiles }) };
}

/** What such a bank cannot be asked for in a currency, said when its account is named, not when the first debit comes. */
function debitsNotInFiles(currency: string): string[] {
  return debitRailsInNoFile(currency).map(
    (rail) => `direct debits over ${rail}: no mandate over it is made while this bank collects`,
  );
}

/** A command about files, whose paths the client has made whole. */
export async function runBankCommand(
  run: RunBankCommand,
  command: BankCommandName,
  { given, user }: { given: Given; user: string },
): Promise<object> {
  const { folder, file, day } = given;
  for (const [flag, path] of Object.entries({ folder, file })) {
    if (path !== undefined && !isAbsolute(path)) throw new Error(`--${flag}: a whole path, from /`);
  }
  if (day !== undefined && !DAY.test(day)) throw new Error("--day is written as YYYY-MM-DD");
  return await run({ command, user, given });
}
