/** Decision table of provider.account, which main runs on every ledger shard. */
import assert from "node:assert/strict";
import {
  ACCOUNT,
  FILE_BANK,
  fileBank,
} from "../../../test/support/features/bank_message/file_bank.ts";
import {
  configured,
  documentOf,
  PLATFORM,
} from "../../../test/support/features/provider/providers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { providerAccount } from "./provider.account.ts";

const FAULTS: readonly [string, object, RegExp][] = [
  ["an IBAN that cannot exist", { iban: "DE00120300000000202051" }, /^iban /],
  ["a BIC of another country", { bic: "BNPAFRPPXXX" }, /^bic /],
  ["no number", { iban: undefined }, /iban or an accountNumber/],
  ["a number of spaces", { iban: undefined, accountNumber: " " }, /^accountNumber /],
  ["a BIC without an IBAN", { iban: undefined, accountNumber: "1", bic: "BYLADEM1001" }, /^bic /],
  ["a routing number that cannot exist", { routingNumber: "021000022" }, /^routingNumber /],
  ["a creditor identifier in dollars", { currency: "USD" }, /in files in EUR alone, not in USD$/],
  ["a currency that nobody has", { currency: "ABC" }, /^currency ABC is none of the platform's$/],
  ["a sort code of letters", { sortCode: "20000A" }, /^sortCode /],
];

decisionTable(providerAccount, {
  given: (world) => {
    fileBank(world, false);
    return {};
  },
  input: () => ({ ...FILE_BANK, account: { ...ACCOUNT, iban: "de02 1203 0000 0000 2020 51" } }),
  asking: () => PLATFORM,
  rows: [
    {
      title: "the first account of a bank",
      outcome: "it has the account, with its numbers in one form",
      reply: { provider: FILE_BANK.provider, status: "serving", revision: 2 },
      check: (_result, { world }) =>
        assert.deepEqual(documentOf(world, FILE_BANK.provider).accounts, [ACCOUNT]),
    },
    {
      title: "another account in the currency, beside one in another",
      given({ world }) {
        for (const currency of ["EUR", "USD"]) {
          const { creditorId: _, ...numbers } = ACCOUNT;
          const account = { ...numbers, currency, holder: "before" };
          world.made(providerAccount, { ...FILE_BANK, account }, PLATFORM);
        }
      },
      outcome: "in the place of the one before; the other stays",
      check(_result, { world }) {
        const { accounts = [] } = documentOf(world, FILE_BANK.provider);
        const shown = accounts.map(({ currency, holder }) => [currency, holder]);
        assert.deepEqual(shown, [
          ["USD", "before"],
          ["EUR", ACCOUNT.holder],
        ]);
      },
    },
    ...FAULTS.map(([title, numbers, message]) => ({
      title,
      input: { account: JSON.parse(JSON.stringify({ ...ACCOUNT, ...numbers })) },
      code: "state_constraint_failed" as const,
      details: { constraint: "account" },
      check: (result: { message: string }) => assert.match(result.message, message),
    })),
    {
      title: "a bank that is told over HTTP",
      given: ({ world }) => configured(world, "acme", "one", { ...PLATFORM, kind: "bank" }),
      input: { provider: "acme" },
      code: "state_constraint_failed",
      details: { constraint: "speaks" },
    },
    { title: "a name of nobody", input: { provider: "other" }, code: "resource_not_found" },
  ],
});
