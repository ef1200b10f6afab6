/** account.balance.retrieve: the amounts, and the plain twin of the hand-written text. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  createAccount,
  fund,
  hold,
  openAccount,
  platformAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { isoTime } from "../../base/iso_time.ts";
import { accountBalanceRetrieve } from "./account.balance.retrieve.ts";

decisionTable(accountBalanceRetrieve, {
  given: (world) => ({ accountId: createAccount(world).accountId, other: openAccount(world) }),
  input: ({ accountId }) => ({ accountId }),
  rows: [
    {
      title: "100 in, 30 out, 20 reserved",
      given({ world, accountId, other }) {
        fund(world, accountId, 100n);
        transfer(world, accountId, other, "30");
        hold(world, accountId, other, "20");
      },
      outcome: "50 available, as JSON says it",
      check({ reply }, { world, accountId }) {
        const expected = {
          accountId,
          available: "50",
          currency: "EUR",
          posted: "70",
          held: "20",
          asOf: isoTime(world.nowMs),
        };
        assert.equal(JSON.stringify(reply), JSON.stringify(expected));
      },
    },
    {
      title: "never used",
      outcome: "zeros",
      reply: { available: "0", posted: "0", held: "0" },
    },
    {
      title: "account of the platform that paid out",
      given: ({ world, accountId }) => fund(world, accountId, 7n),
      input: ({ world }) => ({ accountId: platformAccount(world) }),
      outcome: "below zero",
      reply: { available: "-7", posted: "-7" },
    },
    ...UNKNOWN_ACCOUNTS,
  ],
});
