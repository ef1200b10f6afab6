/** Decision table of consent.create. */
import assert from "node:assert/strict";
import { FPS, made, US } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import {
  consentMade,
  EVIDENCE,
  TEXT_DIGEST,
} from "../../../test/support/features/consent/consents.ts";
import {
  debtorMade,
  MANDATE_EVIDENCE,
  OVER_ACH,
} from "../../../test/support/features/consent/mandates.ts";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import {
  advanceClock,
  at,
  createAccount,
  createCustomer,
  DAY_MS,
  openAccount,
} from "../../../test/world/parties.ts";
import { OTHER_PRODUCT, UNKNOWN_ACCOUNTS, UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { customerAccessRevoke } from "../customer_access/customer_access.revoke.ts";
import { customerAccessSuspend } from "../customer_access/customer_access.suspend.ts";
import { consentCreate } from "./consent.create.ts";
import { consentReject } from "./consent.reject.ts";
import { consentRevoke } from "./consent.revoke.ts";
import { consentRetrieve } from "./consent_noun.ts";

function given(world: World) {
  const { accountId, owner } = createAccount(world);
  return { accountId, customerId: owner.id };
}

type Given = ReturnType<typeof given> & { world: World };

/** The mandate of an account of the customer's at another bank. */
async function debtorOf(world: World, customerId: string, more: Input = {}) {
  const { beneficiaryId } = await debtorMade(world, more, { customerId });
  return { beneficiaryId };
}

/** The consent of another customer with a mandate of this reference; without the time of its evidence where it is to be pending. */
async function otherMandate(
  world: World,
  reference: string,
  { isPending = false, caller = world.caller } = {},
) {
  const { customerId } = createCustomer(world, {}, { caller });
  const debtor = { ownerType: "customer", ownerId: customerId, name: "Grace Hopper" };
  const { beneficiaryId } = await made(world, debtor, { caller });
  const { acceptedAt: _left, ...incomplete } = MANDATE_EVIDENCE;
  const evidence = isPending ? incomplete : MANDATE_EVIDENCE;
  const mandate = { beneficiaryId, reference };
  const { consentId } = consentMade(world, { customerId, mandate, evidence }, { caller });
  return { consentId };
}

const customerOf = (world: World, customerId: string) => {
  const found = world.state.customers.byId(world.realmOf(world.caller), customerId);
  assert.ok(found?.access !== undefined);
  const { customerAccessId } = found.access;
  return { entityId: found.entity.entityId, customerAccessId };
};

decisionTable(consentCreate, {
  given,
  input: ({ world, customerId }) => ({
    productId: world.principal.productId,
    customerId,
    type: "collection",
    evidence: EVIDENCE,
  }),
  rows: [
    {
      title: "complete evidence",
      outcome: "active at once, from now on",
      reply: {
        status: "active",
        type: "collection",
        limits: {},
        used: { count: 0, total: "0", since: at(0) },
        validFrom: at(0),
        evidence: { ...EVIDENCE, verified: true },
        revision: 1,
      },
      check: ({ reply }, { world }) =>
        assertShows(world, consentRetrieve, { consentId: reply["consentId"] }, reply),
    },
    {
      title: "evidence without the time",
      input: { evidence: { method: "api", textDigest: TEXT_DIGEST } },
      outcome: "pending, and not verified",
      reply: {
        status: "pending",
        evidence: { method: "api", textDigest: TEXT_DIGEST, verified: false },
      },
    },
    {
      title: "evidence without the text",
      input: { evidence: { method: "api", acceptedAt: EVIDENCE.acceptedAt } },
      outcome: "pending",
      reply: { status: "pending" },
    },
    {
      title: "a provider's mandate",
      input: { evidence: { ...EVIDENCE, method: "provider_mandate" } },
      outcome: "active, and not verified: the provider has yet to confirm it",
      reply: {
        status: "active",
        evidence: { ...EVIDENCE, method: "provider_mandate", verified: false },
      },
    },
    {
      title: "an account, limits, a time to come, and who was seen",
      input: ({ accountId }) => ({
        accountId,
        limits: {
          ...{ maxAmount: "100", maxTotal: "900", currency: "EUR" },
          ...{ maxCount: 3, period: "P1M" },
        },
        validFrom: at(DAY_MS),
        expiresAt: at(2 * DAY_MS),
        evidence: { ...EVIDENCE, ipAddress: "192.0.2.1", userAgent: "curl" },
      }),
      outcome: "with all of it",
      check({ reply, input }) {
        for (const name of ["accountId", "limits", "validFrom", "expiresAt"]) {
          assert.deepEqual(reply[name], input[name], name);
        }
        assert.deepEqual(reply["used"], { count: 0, total: "0", since: at(DAY_MS) });
        const { evidence } = reply as { evidence: { ipAddress: string; userAgent: string } };
        assert.deepEqual([evidence.ipAddress, evidence.userAgent], ["192.0.2.1", "curl"]);
      },
    },
    {
      title: "a limit of a number alone",
      input: { limits: { maxCount: 1 } },
      outcome: "needs no currency",
      reply: { limits: { maxCount: 1 } },
    },
    {
      title: "an amount without a currency",
      input: { limits: { maxTotal: "100" } },
      code: "state_constraint_failed",
      details: { constraint: "limits_have_currency" },
    },
    {
      title: "limits of a consent to terms",
      input: { type: "terms", limits: { maxCount: 1 } },
      code: "state_constraint_failed",
      details: { constraint: "limits_of_collections" },
    },
    {
      title: "a digest of another kind",
      input: { evidence: { ...EVIDENCE, textDigest: "md5:00" } },
      code: "invalid_request",
    },
    { title: "a number of none", input: { limits: { maxCount: 0 } }, code: "invalid_request" },
    {
      title: "an amount with a sign",
      input: { limits: { maxAmount: "-1", currency: "EUR" } },
      code: "invalid_request",
    },
    {
      title: "a mandate over SEPA",
      input: async ({ world, customerId }) => ({
        mandate: { ...(await debtorOf(world, customerId)), reference: "RENT-2026/7" },
        limits: { maxAmount: "100", currency: "EUR" },
        evidence: MANDATE_EVIDENCE,
      }),
      outcome: "shown with its rail, and not verified yet",
      reply: { status: "active", evidence: { ...MANDATE_EVIDENCE, verified: false } },
      async check({ reply, input }, { world }) {
        assert.deepEqual(reply["mandate"], { ...(input["mandate"] as object), rail: "sepa" });
        await assertShows(world, consentRetrieve, { consentId: reply["consentId"] }, reply);
      },
    },
    {
      title:
        "a mandate over ACH without a reference, by the id that was chosen for the beneficiary",
      input: async ({ world, customerId }) => ({
        mandate: await debtorOf(world, customerId, { ...OVER_ACH, beneficiaryId: "adas-bank" }),
        evidence: MANDATE_EVIDENCE,
      }),
      outcome: "the characters of the consent's id are the reference",
      check({ reply }) {
        const reference = String(reply["consentId"]).slice("cons_".length);
        const mandate = { beneficiaryId: "adas-bank", reference, rail: "ach" };
        assert.deepEqual(reply["mandate"], mandate);
      },
    },
    ...[
      ["active", undefined, "RENT 2026-7"],
      ["revoked", consentRevoke, "Rent 2026-7"],
      ["pending", undefined, "rent2026-7"],
    ].map(([status, ended, taken]) => ({
      title: `a reference that a mandate has that is ${status}, written as ${taken}`,
      async input({ world, customerId }: Given) {
        const other = await otherMandate(world, taken as string, {
          isPending: status === "pending",
        });
        if (ended === consentRevoke) world.made(consentRevoke, { ...other, reason: "moved" });
        const mandate = await debtorOf(world, customerId);
        return { mandate: { ...mandate, reference: "RENT2026-7" }, evidence: MANDATE_EVIDENCE };
      },
      code: "state_conflict" as const,
      details: { expected: null },
    })),
    {
      title: "a reference that only a mandate of another Product has",
      async input({ world, customerId }) {
        await otherMandate(world, "RENT2026-7", { caller: STRANGER });
        const mandate = await debtorOf(world, customerId);
        return { mandate: { ...mandate, reference: "RENT2026-7" }, evidence: MANDATE_EVIDENCE };
      },
      outcome: "made: there it is another creditor",
    },
    {
      title: "a reference of a mandate that the customer has rejected",
      async input({ world, customerId }) {
        const other = await otherMandate(world, "RENT2026-7", { isPending: true });
        world.made(consentReject, other);
        const mandate = await debtorOf(world, customerId);
        return { mandate: { ...mandate, reference: "RENT2026-7" }, evidence: MANDATE_EVIDENCE };
      },
      outcome: "made: that was no mandate",
    },
    {
      title: "a reference that begins as that of another mandate",
      async input({ world, customerId }) {
        await otherMandate(world, "RENT2026-71");
        const mandate = await debtorOf(world, customerId);
        return { mandate: { ...mandate, reference: "RENT2026-7" }, evidence: MANDATE_EVIDENCE };
      },
      outcome: "made",
    },
    ...[
      ["a mandate of a consent to terms", { type: "terms" }, "mandate_of_collections"],
      ["a mandate with the evidence of a page", { evidence: EVIDENCE }, "mandate_evidence"],
      [
        "a mandate with limits in another currency than the rail's",
        { limits: { maxAmount: "1", currency: "USD" } },
        "mandate_currency",
      ],
    ].map(([title, more, constraint]) => ({
      title: title as string,
      input: async ({ world, customerId }: Given) => ({
        mandate: await debtorOf(world, customerId),
        evidence: MANDATE_EVIDENCE,
        ...(more as object),
      }),
      code: "state_constraint_failed" as const,
      details: { constraint },
    })),
    {
      title: "a mandate beside an account of the Product",
      input: async ({ world, customerId, accountId }) => ({
        mandate: await debtorOf(world, customerId),
        accountId,
        evidence: MANDATE_EVIDENCE,
      }),
      code: "state_constraint_failed",
      details: { constraint: "mandate_without_account" },
    },
    {
      title: "a mandate of another customer's account",
      input: async ({ world }) => ({
        mandate: await debtorOf(world, createAccount(world).owner.id),
        evidence: MANDATE_EVIDENCE,
      }),
      code: "state_constraint_failed",
      details: { constraint: "mandate_debtor" },
    },
    ...[
      ["fps", FPS],
      ["wire", US],
    ].map(([rail, destination]) => ({
      title: `a mandate over ${rail}`,
      input: async ({ world, customerId }: Given) => ({
        mandate: await debtorOf(world, customerId, { rail, destination }),
        evidence: MANDATE_EVIDENCE,
      }),
      code: "state_constraint_failed" as const,
      details: { constraint: "mandate_rail" },
    })),
    {
      title: "a mandate over the book",
      input: async ({ world, customerId, accountId }) => ({
        mandate: await debtorOf(world, customerId, { rail: "book", destination: { accountId } }),
        evidence: MANDATE_EVIDENCE,
      }),
      code: "state_constraint_failed",
      details: { constraint: "mandate_rail" },
    },
    {
      title: "a mandate of an account that is archived",
      async input({ world, customerId }) {
        const mandate = await debtorOf(world, customerId);
        world.made(beneficiaryArchive, mandate);
        return { mandate, evidence: MANDATE_EVIDENCE };
      },
      code: "state_constraint_failed",
      details: { constraint: "mandate_debtor_active" },
    },
    {
      title: "a mandate of a beneficiary that does not exist",
      input: { mandate: { beneficiaryId: "ben_none" }, evidence: MANDATE_EVIDENCE },
      code: "resource_not_found",
      details: { resourceType: "beneficiary", beneficiaryId: "ben_none" },
    },
    ...["", "a".repeat(36), "/RENT", "RENT/", "RENT//7", " RENT", "MIETE-Ü"].map((reference) => ({
      title: `a mandate with the reference "${reference}"`,
      input: { mandate: { beneficiaryId: "ben_none", reference }, evidence: MANDATE_EVIDENCE },
      code: "invalid_request" as const,
    })),
    OTHER_PRODUCT,
    ...UNKNOWN_CUSTOMERS.filter(({ title }) => !title.includes("realm")),
    {
      title: "a customer who is suspended",
      given: ({ world, customerId }) =>
        world.made(customerSuspend, { customerId, reason: "review" }),
      code: "customer_status_forbidden",
      details: { status: "suspended" },
    },
    {
      title: "an entity that is restricted",
      given: ({ world, customerId }) =>
        changeEntity(world, customerOf(world, customerId).entityId, { status: "restricted" }),
      code: "entity_status_forbidden",
      details: { status: "restricted" },
    },
    {
      title: "an access that is revoked",
      given({ world, customerId }) {
        const { customerAccessId } = customerOf(world, customerId);
        world.made(customerAccessRevoke, { customerAccessId });
      },
      code: "customer_access_required",
    },
    {
      title: "an access that is suspended",
      given({ world, customerId }) {
        const { customerAccessId } = customerOf(world, customerId);
        world.made(customerAccessSuspend, { customerAccessId, reason: "review" });
      },
      code: "customer_access_status_forbidden",
      details: { status: "suspended" },
    },
    ...UNKNOWN_ACCOUNTS.filter(({ title }) => !title.includes("realm")),
    {
      title: "an account of another customer",
      input: ({ world }) => ({ accountId: createAccount(world).accountId }),
      code: "account_role_owner_mismatch",
      details: {
        role: "customer_balance",
        ownerType: "customer",
        expectedOwnerTypes: ["customer"],
      },
    },
    {
      title: "an account of the Product",
      input: ({ world }) => ({ accountId: openAccount(world) }),
      code: "account_role_owner_mismatch",
      details: { role: "product_operating", ownerType: "product" },
    },
    {
      title: "limits in another currency than the account's",
      input: ({ accountId }) => ({ accountId, limits: { maxAmount: "1", currency: "USD" } }),
      code: "currency_mismatch",
      details: { expected: "EUR", received: "USD" },
    },
    {
      title: "an end that is now",
      given: ({ world }) => advanceClock(world, at(DAY_MS)),
      input: { expiresAt: at(DAY_MS) },
      code: "state_constraint_failed",
      details: { constraint: "expires_at_in_future", now: at(DAY_MS) },
    },
    {
      title: "an end one millisecond from now",
      given: ({ world }) => advanceClock(world, at(DAY_MS)),
      input: { expiresAt: at(DAY_MS + 1) },
      outcome: "made",
    },
    {
      title: "an end when it begins",
      input: { validFrom: at(DAY_MS), expiresAt: at(DAY_MS) },
      code: "state_constraint_failed",
      details: { constraint: "expires_at_after_valid_from" },
    },
  ],
});
