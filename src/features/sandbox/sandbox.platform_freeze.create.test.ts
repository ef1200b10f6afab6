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
import { accountRetrieve } from "../account/account_resource.ts";
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
      input: { reason: "a private note", wording: "legal_order" },
      outcome: "both freezes stand, as GET shows it",
      reply: { status: "frozen" },
      async check({ reply }, { world, accountId }) {
        const { freezes, statusTransitions } = reply as Account;
        assert.deepEqual(
          freezes.map(({ plane, mode, reason }) => [plane, mode, reason]),
          [
            ["tenant", "debits", "review"],
            ["platform", "all", "the platform follows a legal order"],
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
      title: "frozen by the platform in the same mode",
      given: ({ world, accountId }) => freezeAsPlatform(world, accountId, "all"),
      input: { wording: "review" },
      code: "account_status_forbidden",
      details: { plane: "platform", mode: "all", allowed: ["open", "frozen"] },
    },
    {
      title: "frozen by the platform in the other mode, and by the tenant",
      given({ world, accountId }) {
        freezeAsPlatform(world, accountId, "debits");
        freeze(world, accountId, "debits");
      },
      outcome: "the mode changed in one step, the tenant's freeze as it was",
      check: ({ reply }) =>
        assert.deepEqual(
          (reply as Account).freezes.map(({ plane, mode }) => [plane, mode]),
          [
            ["tenant", "debits"],
            ["platform", "all"],
          ],
        ),
    },
    { title: "a note of 201", input: { reason: "r".repeat(201) }, code: "invalid_request" },
    {
      title: "a wording that the platform does not have",
      input: { wording: "court" },
      code: "invalid_request",
    },
    {
      title: "closed",
      given: ({ world, accountId }) => close(world, accountId),
      code: "account_status_forbidden",
    },
  ],
});
