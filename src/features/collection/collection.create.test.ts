/** Decision table of collection.create. */
import assert from "node:assert/strict";
import {
  BARRED,
  collectionDraft,
  debtorIn,
  storedCollection,
} from "../../../test/support/features/collection/collections.ts";
import { mandated } from "../../../test/support/features/collection/debits.ts";
import { potOf } from "../../../test/support/features/collection/pots.ts";
import {
  consentMade,
  EVIDENCE,
  UNUSABLE_CONSENTS,
} from "../../../test/support/features/consent/consents.ts";
import { OVER_ACH } from "../../../test/support/features/consent/mandates.ts";
import { runProgram } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  advanceClock,
  at,
  createAccount,
  createCustomer,
  DAY_MS,
  openAccount,
  platformAccount,
} from "../../../test/world/parties.ts";
import { OTHER_PRODUCT, UNKNOWN_CUSTOMERS, unknownIds } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { collectionCreate } from "./collection.create.ts";
import { collectionRetrieve } from "./collection_noun.ts";

const UNKNOWN_SOURCES = unknownIds({
  field: "accountId",
  inputOf: (sourceAccountId) => ({ sourceAccountId }),
  code: "account_not_found",
  create: (world, caller) => openAccount(world, { caller }),
});
const UNKNOWN_CONSENT_IDS = unknownIds({
  field: "consentId",
  code: "consent_not_found",
  create: (world, caller) => consentMade(world, {}, { caller }).consentId,
});
/** The part of a draft that names a customer with a mandate, and who is paid. */
async function byMandate(world: World, more: Parameters<typeof mandated>[1] = {}) {
  const { customerId, consentId, destinationAccountId } = await mandated(world, more);
  return { customerId, consentId, destinationAccountId };
}

/** In another Product the Product itself is refused. */
const here = <R extends { title: string }>(rows: readonly R[]) =>
  rows.filter(({ title }) => !title.includes("realm"));

decisionTable(collectionCreate, {
  given: (world: World) => debtorIn(world),
  input: (made) => collectionDraft(made.world, made),
  rows: [
    {
      title: "a consent that covers it",
      outcome: "scheduled",
      reply: {
        status: "scheduled",
        amount: "100",
        currency: "EUR",
        dueAt: at(DAY_MS),
        attempts: [],
        revision: 1,
      },
      check: ({ reply, input }, { world }) => {
        for (const name of ["customerId", "consentId", "sourceAccountId", "destinationAccountId"]) {
          assert.equal(reply[name], input[name]);
        }
        return assertShows(
          world,
          collectionRetrieve,
          { collectionId: reply["collectionId"] },
          reply,
        );
      },
    },
    {
      title: "a time that has passed, and a description",
      given: ({ world }) => advanceClock(world, at(2 * DAY_MS)),
      input: { description: "Rent of May" },
      outcome: "due now, and collected right after the answer",
      reply: { status: "scheduled", dueAt: at(2 * DAY_MS), description: "Rent of May" },
      check({ reply }, { world }) {
        world.passTime();
        const { status, attempts } = storedCollection(world, reply["collectionId"]);
        assert.deepEqual([status, attempts.length], ["collected", 1]);
      },
    },
    {
      title: "an account of another customer as destination",
      input: ({ world }) => ({ destinationAccountId: createAccount(world).accountId }),
      outcome: "scheduled",
    },
    {
      title: "a mandate that its provider has yet to confirm",
      input: ({ world, customerId }) => ({
        consentId: consentMade(world, {
          customerId,
          evidence: { ...EVIDENCE, method: "provider_mandate" },
        }).consentId,
      }),
      outcome: "scheduled: the evidence is looked at when the money is taken",
    },
    {
      title: "a consent that is valid when it is due",
      input: ({ world, customerId }) => ({
        consentId: consentMade(world, { customerId, validFrom: at(DAY_MS) }).consentId,
      }),
      outcome: "scheduled",
    },
    {
      title: "a consent that ends before it is due",
      input: ({ world, customerId }) => ({
        consentId: consentMade(world, { customerId, expiresAt: at(DAY_MS / 2) }).consentId,
      }),
      outcome: "scheduled: it may be collected or confirmed before",
    },
    {
      title: "the whole amount of a limit",
      input: ({ world, customerId }) => ({
        consentId: consentMade(world, {
          customerId,
          limits: { maxAmount: "100", currency: "EUR" },
        }).consentId,
      }),
      outcome: "scheduled",
    },
    {
      title: "one more than a limit",
      input: ({ world, customerId }) => ({
        amount: "101",
        consentId: consentMade(world, {
          customerId,
          limits: { maxAmount: "100", currency: "EUR" },
        }).consentId,
      }),
      code: "consent_not_active",
      details: { status: "active", limit: "maxAmount" },
    },
    {
      title: "a consent to another currency",
      input: ({ world, customerId }) => ({
        consentId: consentMade(world, { customerId, limits: { currency: "USD" } }).consentId,
      }),
      code: "consent_not_active",
      details: { limit: "currency" },
    },
    {
      title: "a consent for another account of the customer",
      input: ({ world, customerId }) => {
        const { accountId } = createAccount(world, { owner: { type: "customer", id: customerId } });
        return { consentId: consentMade(world, { customerId, accountId }).consentId };
      },
      code: "consent_not_active",
      details: { limit: "accountId" },
    },
    {
      title: "by a mandate",
      input: async ({ world }) => ({ sourceAccountId: undefined, ...(await byMandate(world)) }),
      outcome: "scheduled, with its rail and without a source",
      reply: { status: "scheduled", rail: "sepa", sourceAccountId: undefined, provider: undefined },
      check: ({ reply }, { world }) =>
        assertShows(world, collectionRetrieve, { collectionId: reply["collectionId"] }, reply),
    },
    {
      title: "by a mandate over ACH, in dollars",
      input: async ({ world }) => ({
        sourceAccountId: undefined,
        ...(await byMandate(world, { debtor: OVER_ACH, currency: "USD" })),
        currency: "USD",
      }),
      outcome: "scheduled",
      reply: { rail: "ach" },
    },
    {
      title: "by a mandate, and an account to debit",
      async input({ world }) {
        const { customerId, ...parties } = await byMandate(world);
        const owner = { type: "customer", id: customerId };
        return {
          customerId,
          ...parties,
          sourceAccountId: createAccount(world, { owner }).accountId,
        };
      },
      code: "state_constraint_failed",
      details: { constraint: "source_of_mandate" },
    },
    {
      title: "no account to debit, and no mandate",
      input: { sourceAccountId: undefined },
      code: "state_constraint_failed",
      details: { constraint: "source_account_needed" },
    },
    {
      title: "by a mandate, to an account in another currency than the rail's",
      input: async ({ world }) => ({
        sourceAccountId: undefined,
        ...(await byMandate(world, { currency: "USD" })),
        currency: "USD",
      }),
      code: "currency_mismatch",
      details: { expected: "EUR", received: "USD" },
    },
    {
      title: "one account as both",
      input: ({ sourceAccountId }) => ({ destinationAccountId: sourceAccountId }),
      code: "invalid_request",
    },
    { title: "an amount of nothing", input: { amount: "0" }, code: "invalid_request" },
    { title: "a time of no zone", input: { dueAt: "2026-05-01" }, code: "invalid_request" },
    OTHER_PRODUCT,
    {
      title: "a Product whose Build asks for no consent",
      given: ({ world }) => runProgram(world),
      code: "missing_required_workspace_capability",
      details: { capability: "collections" },
    },
    ...here(UNKNOWN_CUSTOMERS),
    ...BARRED,
    ...here(UNKNOWN_CONSENT_IDS),
    {
      title: "a consent of another customer",
      input: ({ world }) => ({ consentId: consentMade(world).consentId }),
      code: "consent_not_found",
    },
    ...UNUSABLE_CONSENTS.filter(({ title }) => !title.includes("valid")).map(
      ({ title, code, make }) => ({
        title,
        code,
        input: ({
          world,
          customerId,
        }: {
          world: Parameters<typeof make>[0];
          customerId: string;
        }) => ({
          consentId: make(world, { customerId }).consentId,
          dueAt: at(DAY_MS),
        }),
      }),
    ),
    {
      title: "a consent that is not valid when it is due",
      input: ({ world, customerId }) => ({
        consentId: consentMade(world, { customerId, validFrom: at(DAY_MS + 1) }).consentId,
      }),
      code: "consent_not_active",
      details: { limit: "validFrom" },
    },
    ...here(UNKNOWN_SOURCES),
    {
      title: "a destination that is not there",
      input: { destinationAccountId: "acct_unknown" },
      code: "account_not_found",
      details: { accountId: "acct_unknown" },
    },
    {
      title: "a consent to terms",
      input: ({ world, customerId }) => ({
        consentId: consentMade(world, { customerId, type: "terms" }).consentId,
      }),
      code: "state_constraint_failed",
      details: { constraint: "consent_of_collections" },
    },
    {
      title: "a source of another customer",
      input: ({ world }) => ({
        sourceAccountId: createAccount(world, {
          owner: { type: "customer", id: createCustomer(world).customerId },
        }).accountId,
      }),
      code: "state_constraint_failed",
      details: { constraint: "source_account_of_customer" },
    },
    {
      title: "a source of the Product",
      input: ({ world }) => ({ sourceAccountId: openAccount(world) }),
      code: "state_constraint_failed",
      details: { constraint: "source_account_of_customer" },
    },
    {
      title: "an own account of an object as destination",
      input: ({ world, customerId }) => ({ destinationAccountId: potOf(world, customerId) }),
      code: "state_constraint_failed",
      details: { constraint: "destination_account_kind" },
    },
    {
      title: "an account of the platform as destination",
      input: ({ world }) => ({ destinationAccountId: platformAccount(world) }),
      code: "state_constraint_failed",
      details: { constraint: "destination_account_kind" },
    },
    {
      title: "another currency than the source's",
      input: { currency: "USD" },
      code: "currency_mismatch",
      details: { expected: "EUR", received: "USD" },
    },
    {
      title: "another currency than the destination's",
      input: ({ world }) => ({ destinationAccountId: openAccount(world, { currency: "USD" }) }),
      code: "currency_mismatch",
      details: { expected: "USD", received: "EUR" },
    },
  ],
});
