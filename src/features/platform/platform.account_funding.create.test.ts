/** Decision table of platform.account_funding.create. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  balanceOf,
  freeze,
  fund,
  LARGEST,
  openAccount,
  platformAccount,
} from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { accountClose } from "../account/account.close.ts";
import { TRANSFER_ROW } from "../ledger/transfer_row.ts";
import { productRealmClose } from "../product/product.realm.close.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformAccountFundingCreate } from "./platform.account_funding.create.ts";

const environment = "live";
const prepared = { user: "ada/1000" };
const note = { kind: OPERATOR_NOTED, ...prepared, reason: "wire 77" };

decisionTable(platformAccountFundingCreate, {
  given: (world) => ({ accountId: openAccount(world) }),
  input: ({ accountId }) => ({
    destinationAccountId: accountId,
    amount: "250",
    currency: "EUR",
    reason: "wire 77",
  }),
  asking: () => ({ prepared }),
  rows: [
    {
      title: "first money of a currency",
      environment,
      input: { description: "top up" },
      outcome: "out of the platform's account; the reply, as GET shows it; a note that nobody sees",
      reply: { amount: "250", status: "posted", kind: "funding", description: "top up" },
      async check({ reply, facts, body }, { world, accountId }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["account.created.1", TRANSFER_ROW, OPERATOR_NOTED, "effect.owed.1"],
        );
        assert.deepEqual(facts[2], note);
        assert.ok(!body?.includes("wire 77"));
        assert.equal(balanceOf(world, platformAccount(world)).posted, "-250");
        assert.equal(balanceOf(world, accountId).posted, "250");
        const { transferId } = reply;
        await assertShows(world, transferRetrieve, { transferId }, reply);
      },
    },
    {
      title: "an unknown account",
      environment,
      input: { destinationAccountId: "acct_unknown" },
      code: "account_not_found",
      check: ({ facts }) => assert.deepEqual(facts, [note]),
    },
    {
      title: "another currency",
      environment,
      input: { currency: "USD" },
      code: "currency_mismatch",
    },
    {
      title: "a role that cannot be funded",
      environment,
      input: ({ world }) => ({
        destinationAccountId: openAccount(world, { role: "product_revenue" }),
      }),
      code: "funding_destination_role_forbidden",
    },
    {
      title: "a Product that is closed",
      environment,
      given: ({ world }) => world.run(productRealmClose, {}, { cause: "platform" }),
      code: "product_access_suspended",
      details: { status: "closed" },
    },
    {
      title: "a frozen account",
      environment,
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      code: "destination_account_status_forbidden",
      details: { status: "frozen" },
    },
    {
      title: "a closed account",
      environment,
      given: ({ world, accountId }) => world.made(accountClose, { accountId }),
      code: "destination_account_status_forbidden",
      details: { status: "closed" },
    },
    {
      title: "an external id that is taken",
      environment,
      given: ({ world, accountId }) =>
        world.made(
          platformAccountFundingCreate,
          {
            destinationAccountId: accountId,
            amount: "1",
            currency: "EUR",
            externalId: "wire-77",
            reason: "before",
          },
          { prepared },
        ),
      input: { externalId: "wire-77" },
      code: "state_conflict",
    },
    {
      title: "the tenth time the largest amount",
      environment,
      given({ world, accountId }) {
        for (let funded = 0; funded < 9; funded++) fund(world, accountId, LARGEST);
      },
      input: { amount: String(LARGEST) },
      code: "exposure_cap_exceeded",
      check: ({ facts }) => assert.equal(facts.at(-1)?.kind, OPERATOR_NOTED),
    },
  ],
});
