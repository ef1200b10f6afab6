/** Decision table of sandbox.platform_freeze.lift. */
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
import { sandboxPlatformFreezeLift } from "./sandbox.platform_freeze.lift.ts";

decisionTable(sandboxPlatformFreezeLift, {
  given: (world) => ({ accountId: createAccount(world).accountId }),
  input: ({ accountId }) => ({ accountId }),
  rows: [
    {
      title: "frozen by the platform",
      given: ({ world, accountId }) => freezeAsPlatform(world, accountId, "all"),
      outcome: "open, as GET shows it",
      reply: { status: "open", freezes: [] },
      check: ({ reply }, { world, accountId }) =>
        assertShows(world, accountRetrieve, { accountId }, reply),
    },
    {
      title: "frozen by the tenant, too",
      given({ world, accountId }) {
        freeze(world, accountId, "debits");
        freezeAsPlatform(world, accountId, "all");
      },
      outcome: "the tenant's freeze stands, as GET shows it",
      reply: { status: "frozen" },
      async check({ reply }, { world, accountId }) {
        const planes = reply.freezes.map(({ plane }: { plane: string }) => plane);
        assert.deepEqual(planes, ["tenant"]);
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
      title: "frozen by the tenant only",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      code: "account_status_forbidden",
    },
    { title: "open", code: "account_status_forbidden" },
    {
      title: "closed",
      given: ({ world, accountId }) => close(world, accountId),
      code: "account_status_forbidden",
    },
    {
      title: "lifted already",
      given({ world, accountId }) {
        freezeAsPlatform(world, accountId, "all");
        world.made(sandboxPlatformFreezeLift, { accountId });
      },
      code: "account_status_forbidden",
    },
  ],
});
