/** account.retrieve: which accounts can be read. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createAccount, platformAccount } from "../../../test/world/parties.ts";
import { UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { accountRetrieve } from "./account_resource.ts";

decisionTable(accountRetrieve, {
  given: (world) => ({ account: createAccount(world) }),
  input: ({ account: { accountId } }) => ({ accountId }),
  rows: [
    {
      title: "own account",
      outcome: "what its creation answered",
      check: ({ reply }, { account }) => assert.deepEqual(reply, account),
    },
    {
      title: "account of the platform",
      input: ({ world }) => ({ accountId: platformAccount(world) }),
      outcome: "the account",
      reply: { role: "suspense" },
    },
    ...UNKNOWN_ACCOUNTS,
  ],
});
