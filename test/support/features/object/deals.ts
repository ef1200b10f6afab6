/** For tests: a program on a shard in which each step of a call can refuse, and a deal of which nothing is wrong. */
import { customerSuspend } from "../../../../src/features/customer/customer.suspend.ts";
import { customerAccessRevoke } from "../../../../src/features/customer_access/customer_access.revoke.ts";
import { customerAccessSuspend } from "../../../../src/features/customer_access/customer_access.suspend.ts";
import { decisionResolve } from "../../../../src/features/decision/decision.resolve.ts";
import type { EntityDocument } from "../../../../src/features/entity/entity_document.ts";
import type { ProgramObject } from "../../../../src/features/object/object_schema.ts";
import { createAccount, createCustomer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import { ORDER_PROGRAM } from "../../programs/run/order_program.ts";
import { decideAs } from "../customer_access/accesses.ts";
import { changeEntity } from "../entity/entities.ts";
import { called, objectMade, payer, runProgram } from "./objects.ts";

const { deal, ...nouns } = ORDER_PROGRAM.nouns;
const CLIENT = "customer(fields.client).customer_balance";

/** The program with actions that name customers and accounts, and that fill the deal's own account. */
export const DEAL_PROGRAM = {
  ...ORDER_PROGRAM,
  nouns: {
    ...nouns,
    deal: {
      ...deal,
      actions: {
        ...deal.actions,
        introduce: {
          from: ["fresh"],
          to: "fresh",
          input: { who: { type: "customer", required: true } },
          require: [{ that: "input.who != fields.client", else: "not_oneself" }],
        },
        payTo: {
          from: ["fresh"],
          to: "fresh",
          input: {
            account: { type: "account", required: true },
            amount: { type: "amount", required: true },
          },
          moves: [{ label: "out", amount: "input.amount", from: CLIENT, to: "input.account" }],
        },
        payOut: {
          from: ["fresh"],
          to: "fresh",
          input: {
            to: { type: "beneficiary", required: true },
            amount: { type: "amount", required: true },
          },
          moves: [{ label: "sent", amount: "input.amount", from: CLIENT, to: "input.to" }],
        },
        debit: {
          from: ["fresh"],
          to: "fresh",
          input: {
            by: { type: "consent", consentType: "collection", required: true },
            amount: { type: "amount", required: true },
          },
          moves: [{ label: "debited", amount: "input.amount", from: "input.by", to: "own.pot" }],
        },
        fill: {
          from: ["fresh"],
          to: "fresh",
          input: { amount: { type: "amount", required: true } },
          moves: [{ label: "in", amount: "input.amount", from: CLIENT, to: "own.pot" }],
        },
        empty: {
          from: ["fresh"],
          to: "fresh",
          moves: [{ label: "back", amount: "balance(own.pot)", from: "own.pot", to: CLIENT }],
        },
      },
    },
  },
  ports: {
    ...ORDER_PROGRAM.ports,
    client: {
      ...ORDER_PROGRAM.ports.client,
      allow: [
        ...ORDER_PROGRAM.ports.client.allow,
        ...["deal.introduce", "deal.payTo", "deal.payOut", "deal.debit"],
        ...["deal.fill", "deal.empty"],
      ],
    },
  },
  limits: [
    ...ORDER_PROGRAM.limits,
    {
      name: "pots",
      measure: "sum(balance(deal.own.pot))",
      currency: "EUR",
      cap: "100",
      scope: "product",
    },
  ],
};

/** The Build that comes after, which has no deals any more. */
const { deal: _, ...kept } = DEAL_PROGRAM.nouns;
const only = (allow: readonly string[]) => allow.filter((entry) => !entry.startsWith("deal."));
export const WITHOUT_DEALS = {
  ...DEAL_PROGRAM,
  nouns: kept,
  ports: { operator: { actors: ["operator"], allow: only(DEAL_PROGRAM.ports.operator.allow) } },
  limits: [],
  migrations: { deal: { retired: true } },
};

export type Deal = ReturnType<typeof givenDeal>;

/** Clients and items, and the fields of a deal that may be made. */
export function givenDeal(world: World) {
  runProgram(world, DEAL_PROGRAM);
  const ada = payer(world, { currency: "EUR", amount: 10_000n });
  const bob = payer(world, { currency: "EUR", amount: 0n });
  const item = (owner = ada.customerId, currency = "EUR") =>
    objectMade(world, "item", { owner, currency }).objectId;
  const [place, thing, taken] = [item(), item(), item()];
  const fields = {
    client: ada.customerId,
    other: bob.customerId,
    currency: "EUR",
    total: "100",
    more: "50",
    lines: [{ part: "100" }],
    place,
    item: taken,
  };
  return { ada, bob, place, thing, taken, item, fields };
}

/** The deal itself; `more` replaces fields. */
export function dealMade(world: World, { fields }: Deal, more: object = {}): ProgramObject {
  const given = { ...fields, ...more };
  return objectMade(world, "deal", given, { onBehalfOf: given.client });
}

/** The deal may go: its decision is approved. */
export function approvedDeal(world: World, given: Deal, more: object = {}): ProgramObject {
  const object = dealMade(world, given, more);
  const [decision] = called(world, object, "ask").outcome.decisions;
  world.made(decisionResolve, { decisionId: decision?.decisionId, outcome: "approve" });
  return object;
}

/** What `go` is called with, of which nothing is wrong. */
export function goInput({ thing }: Deal, more: object = {}) {
  return { amount: "50", flag: true, thing, ...more };
}

/** A deal of another client, so that the first client's counts stay. */
export function dealOfOther(world: World, given: Deal): ProgramObject {
  const { customerId } = payer(world, { currency: "EUR", amount: 0n });
  const place = given.item(customerId);
  const { item: _item, ...fields } = given.fields;
  const own = { ...fields, client: customerId, place };
  return objectMade(world, "deal", own, { onBehalfOf: customerId });
}

/** What can be wrong with the client of a deal, by the code that follows. */
export const CLIENT_FAULTS = [
  {
    code: "customer_status_forbidden",
    spoil: (world: World, { ada }: Deal) =>
      world.made(customerSuspend, { customerId: ada.customerId, reason: "review" }),
  },
  {
    code: "customer_access_required",
    spoil: (world: World, { ada }: Deal) =>
      world.made(customerAccessRevoke, { customerAccessId: accessOf(world, ada.customerId) }),
  },
  {
    code: "customer_access_compliance_forbidden",
    spoil: (world: World, { ada }: Deal) =>
      decideAs(world, accessOf(world, ada.customerId), "refuse"),
  },
  {
    code: "customer_access_status_forbidden",
    spoil: (world: World, { ada }: Deal) =>
      world.made(customerAccessSuspend, {
        customerAccessId: accessOf(world, ada.customerId),
        reason: "review",
      }),
  },
  entityFault("entity_status_forbidden", { status: "restricted" }),
  entityFault("noun_subject_kind_forbidden", { kind: "organization" }),
  entityFault("kyc_tier_insufficient", { kycTier: "tier_0" }),
] as const;

function entityFault<C extends string>(code: C, change: Partial<EntityDocument>) {
  return {
    code,
    spoil(world: World, { ada }: Deal) {
      const customer = world.state.customers.byId(world.realmOf(world.caller), ada.customerId);
      changeEntity(world, customer?.entity.entityId as string, change);
    },
  };
}

function accessOf(world: World, customerId: string): string {
  const customer = world.state.customers.byId(world.realmOf(world.caller), customerId);
  return customer?.access?.customerAccessId as string;
}

/** A customer without any account. */
export function withoutAccount(world: World): string {
  return createCustomer(world).customerId;
}

/** An account of the customer in another currency. */
export function dollars(world: World, customerId: string): string {
  const owner = { type: "customer", id: customerId };
  return createAccount(world, { currency: "USD", owner }).accountId;
}
