/** Decision table of account.close: plane, then status, then balance. */
import assert from "node:assert/strict";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  ALIAS,
  activeAddress,
  changed,
} from "../../../test/support/features/financial_address/addresses.ts";
import {
  called,
  fundedInvoice,
  invoice,
  runProgram,
} from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  close,
  createAccount,
  freeze,
  freezeAsPlatform,
  fund,
  hold,
  openAccount,
  platformAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { financialAddressDisable } from "../financial_address/financial_address.disable.ts";
import { financialAddressEnable } from "../financial_address/financial_address.enable.ts";
import { financialAddressRetire } from "../financial_address/financial_address.retire.ts";
import type { ProgramObject } from "../object/object_schema.ts";
import { accountClose } from "./account.close.ts";
import { accountRetrieve } from "./account_resource.ts";

/** A row about the own account of the object that `make` makes. */
function ownOf(make: (world: World) => { object: ProgramObject }) {
  let accountId: string | undefined;
  return {
    given({ world }: { world: World }) {
      runProgram(world);
      accountId = make(world).object.ownAccounts[0]?.accountId;
    },
    input: () => ({ accountId }),
  };
}

decisionTable(accountClose, {
  given: (world) => ({ accountId: createAccount(world).accountId, other: openAccount(world) }),
  input: ({ accountId }) => ({ accountId }),
  rows: [
    {
      title: "never used",
      outcome: "closed, as GET shows it",
      reply: { status: "closed" },
      async check({ reply }, { world, accountId }) {
        assert.equal(reply.statusTransitions.closedAt, reply.updatedAt);
        await assertShows(world, accountRetrieve, { accountId }, reply);
      },
    },
    {
      title: "drained to zero",
      given({ world, accountId, other }) {
        fund(world, accountId, 5n);
        transfer(world, accountId, other, "5");
      },
      outcome: "closed",
    },
    {
      title: "with a financial address that takes money",
      given: ({ world, accountId }) => activeAddress(world, accountId),
      code: "state_constraint_failed",
      details: { constraint: "addresses_inactive" },
    },
    {
      title: "with a financial address that its provider is asked to enable",
      given({ world, accountId }) {
        const { financialAddressId } = activeAddress(world, accountId);
        changed(world, financialAddressDisable, { financialAddressId });
        arm(world, "timeout");
        changed(world, financialAddressEnable, { financialAddressId });
      },
      code: "state_constraint_failed",
      details: { constraint: "addresses_inactive" },
    },
    {
      title: "with financial addresses that are pending, disabled, retired and failed",
      given({ world, accountId }) {
        activeAddress(world, accountId, ALIAS);
        for (const operation of [financialAddressDisable, financialAddressRetire]) {
          const { financialAddressId } = activeAddress(world, accountId);
          changed(world, operation, { financialAddressId });
        }
        arm(world, "reject");
        activeAddress(world, accountId);
      },
      outcome: "closed",
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
      title: "plane comes before status and balance",
      given({ world, accountId }) {
        fund(world, accountId, 5n);
        freeze(world, accountId, "debits");
        freezeAsPlatform(world, accountId, "all");
      },
      code: "account_freeze_plane_forbidden",
    },
    {
      title: "frozen by the tenant",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      code: "account_status_forbidden",
    },
    {
      title: "status comes before the balance",
      given({ world, accountId }) {
        fund(world, accountId, 5n);
        freeze(world, accountId, "debits");
      },
      code: "account_status_forbidden",
    },
    {
      title: "closed already",
      given: ({ world, accountId }) => close(world, accountId),
      code: "account_status_forbidden",
    },
    {
      title: "one minor unit left",
      given({ world, accountId, other }) {
        fund(world, accountId, 5n);
        transfer(world, accountId, other, "4");
      },
      code: "account_close_balance_nonzero",
    },
    {
      title: "money reserved for it",
      given({ world, accountId, other }) {
        fund(world, other, 1n);
        hold(world, other, accountId, "1");
      },
      code: "account_close_balance_nonzero",
      details: { balance: "0", held: "0", incoming: "1" },
    },
    {
      title: "money and a hold of some of it",
      given({ world, accountId, other }) {
        fund(world, accountId, 70n);
        hold(world, accountId, other, "20");
      },
      code: "account_close_balance_nonzero",
      details: { balance: "70", held: "20", incoming: "0" },
    },
    {
      title: "an object's own account with money",
      ...ownOf((world) => fundedInvoice(world)),
      code: "noun_account_not_drained",
      details: { balance: "10000" },
    },
    {
      title: "an empty own account of an object that has not ended",
      ...ownOf((world) => invoice(world)),
      code: "state_constraint_failed",
      details: { constraint: "object_ended" },
    },
    {
      title: "the own account of an object that has ended",
      ...ownOf((world) => {
        const made = invoice(world);
        called(world, made.object, "void");
        return made;
      }),
      outcome: "closed",
      reply: { status: "closed", role: "object_balance" },
    },
  ],
});
