/** Decision table of account.freeze. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  close,
  createAccount,
  freeze,
  freezeAsPlatform,
  platformAccount,
} from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountRetrieve } from "./account.retrieve.ts";

const FREEZE = { mode: "debits", reason: "chargeback" };

decisionTable(accountFreeze, {
  given: (world) => ({ account: createAccount(world) }),
  input: ({ account: { accountId } }) => ({ accountId, ...FREEZE }),
  stepMs: 1_000,
  rows: [
    {
      title: "open",
      outcome: "frozen on the tenant's plane, as GET shows it",
      reply: { status: "frozen" },
      async check({ reply }, { world, account: { accountId, createdAt } }) {
        const [{ freezeId, ...standing }] = reply.freezes;
        assert.match(freezeId, /^frz_/);
        assert.deepEqual(standing, { plane: "tenant", ...FREEZE, since: reply.updatedAt });
        const times = { openAt: createdAt, frozenAt: reply.updatedAt };
        assert.deepEqual(reply.statusTransitions, times);
        await assertShows(world, accountRetrieve, { accountId }, reply);
      },
    },
    {
      title: "unknown account",
      input: { accountId: "acct_unknown" },
      code: "account_not_found",
    },
    {
      title: "account of the platform",
      input: ({ world }) => ({ accountId: platformAccount(world) }),
      code: "account_not_found",
    },
    {
      title: "frozen by the tenant",
      given: ({ world, account: { accountId } }) => freeze(world, accountId, "debits"),
      code: "account_status_forbidden",
    },
    {
      title: "frozen by the platform",
      given: ({ world, account: { accountId } }) => freezeAsPlatform(world, accountId, "all"),
      code: "account_status_forbidden",
    },
    {
      title: "closed",
      given: ({ world, account: { accountId } }) => close(world, accountId),
      code: "account_status_forbidden",
      details: { status: "closed", allowed: ["open"] },
    },
    { title: "a reason of 200", input: { reason: "r".repeat(200) }, outcome: "frozen" },
    { title: "a reason of 201", input: { reason: "r".repeat(201) }, code: "invalid_request" },
    { title: "an unknown mode", input: { mode: "credits" }, code: "invalid_request" },
  ],
});
