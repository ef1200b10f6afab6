/** Decision table of sandbox.platform_freeze.create. */
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
import { accountRetrieve } from "../account/account.retrieve.ts";
import type { Account } from "../account/account_schema.ts";
import { sandboxPlatformFreezeCreate } from "./sandbox.platform_freeze.create.ts";

decisionTable(sandboxPlatformFreezeCreate, {
  given: (world) => ({ accountId: createAccount(world).accountId }),
  input: ({ accountId }) => ({ accountId, mode: "all" }),
  stepMs: 1_000,
  rows: [
    { title: "open", outcome: "frozen", reply: { status: "frozen" } },
    {
      title: "frozen by the tenant",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      input: { reason: "court" },
      outcome: "both freezes stand, as GET shows it",
      reply: { status: "frozen" },
      async check({ reply }, { world, accountId }) {
        const { freezes, statusTransitions } = reply as Account;
        assert.deepEqual(
          freezes.map(({ plane, mode, reason }) => [plane, mode, reason]),
          [
            ["tenant", "debits", "review"],
            ["platform", "all", "court"],
          ],
        );
        assert.equal(statusTransitions["frozenAt"], freezes[0]?.since);
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
      title: "frozen by the platform",
      given: ({ world, accountId }) => freezeAsPlatform(world, accountId, "all"),
      code: "account_status_forbidden",
    },
    {
      title: "closed",
      given: ({ world, accountId }) => close(world, accountId),
      code: "account_status_forbidden",
    },
  ],
});
