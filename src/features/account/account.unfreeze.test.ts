/** Decision table of account.unfreeze. */
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
import { sandboxPlatformFreezeLift } from "../sandbox/sandbox.platform_freeze.lift.ts";
import { accountUnfreeze } from "./account.unfreeze.ts";
import { accountRetrieve } from "./account_resource.ts";
import type { Account } from "./account_schema.ts";

decisionTable(accountUnfreeze, {
  given: (world) => ({ accountId: createAccount(world).accountId }),
  input: ({ accountId }) => ({ accountId }),
  rows: [
    {
      title: "frozen by the tenant",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      outcome: "open without freezes, as GET shows it",
      reply: { status: "open", freezes: [], revision: 3 },
      async check({ reply }, { world, accountId }) {
        assert.equal(reply.statusTransitions.openAt, reply.updatedAt);
        await assertShows(world, accountRetrieve, { accountId }, reply);
      },
    },
    {
      title: "frozen by the tenant after the platform lifted its own",
      given({ world, accountId }) {
        freeze(world, accountId, "debits");
        freezeAsPlatform(world, accountId, "all");
        world.made(sandboxPlatformFreezeLift, { accountId });
      },
      outcome: "open",
      reply: { status: "open" },
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
      code: "account_freeze_plane_forbidden",
      details: { plane: "platform" },
    },
    {
      title: "frozen by both",
      given({ world, accountId }) {
        freeze(world, accountId, "debits");
        freezeAsPlatform(world, accountId, "all");
      },
      outcome: "the tenant's freeze ended, the platform's stands",
      reply: { status: "frozen" },
      check: ({ reply }) =>
        assert.deepEqual(
          (reply as Account).freezes.map(({ plane }) => plane),
          ["platform"],
        ),
    },
    {
      title: "frozen by both, the tenant's freeze ended already",
      given({ world, accountId }) {
        freezeAsPlatform(world, accountId, "all");
        freeze(world, accountId, "debits");
        world.made(accountUnfreeze, { accountId });
      },
      code: "account_freeze_plane_forbidden",
    },
    { title: "open", code: "account_status_forbidden" },
    {
      title: "closed",
      given: ({ world, accountId }) => close(world, accountId),
      code: "account_status_forbidden",
    },
  ],
});
