/**
 * For tests: a program whose action can be refused with every code, deals of that program, and the cases in which
 * the action is refused. A preview and a call are tried with the same cases.
 */
import type { Input } from "../../../test/world/input.ts";
import {
  advanceClock,
  at,
  close,
  createAccount,
  DAY_MS,
  freeze,
  transfer,
} from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import { ORDER_PROGRAM } from "../../programs/run/testing_order_program.ts";
import { changed } from "../../programs/testing_programs.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { customerAccessRevoke } from "../customer_access/customer_access.revoke.ts";
import { customerAccessSuspend } from "../customer_access/customer_access.suspend.ts";
import { decideAs } from "../customer_access/testing_accesses.ts";
import type { DecisionStatus } from "../decision/decision_document.ts";
import { changeEntity } from "../entity/testing_entities.ts";
import { OBJECT_ACTED } from "./object_facts.ts";
import type { ProgramObject } from "./object_schema.ts";
import { called, objectMade, payer, runProgram } from "./testing_objects.ts";

const CHANGES: readonly (readonly [pointer: string, value: unknown])[] = [
  ["/nouns/deal/fields/sink", { type: "account" }],
  ["/nouns/deal/actions/go/input/guest", { type: "customer" }],
  ["/nouns/deal/actions/go/input/tip", { type: "amount", default: "0" }],
  [
    "/nouns/deal/actions/go/moves/-",
    {
      label: "tip",
      amount: "input.tip",
      from: "customer(fields.client).customer_balance",
      to: "fields.sink",
    },
  ],
  [
    "/nouns/deal/actions/fill",
    {
      from: ["fresh"],
      to: "fresh",
      moves: [
        {
          label: "fill",
          amount: "amount('5')",
          from: "customer(fields.client).customer_balance",
          to: "own.pot",
        },
      ],
    },
  ],
  ["/ports/client/allow/-", "deal.fill"],
  ["/limits/0/cap", "60"],
];

/** The program of the tests of order, whose deals can also be filled, and can tip an account. */
export const DEAL_PROGRAM = CHANGES.reduce<unknown>(
  (program, [pointer, value]) => changed(program, pointer, value),
  ORDER_PROGRAM,
);

/** The same, with a kind that is retired. */
const RETIRED_PROGRAM = changed(DEAL_PROGRAM, "/migrations", { deal: { retired: true } });

type Party = { customerId: string; accountId: string };
export type Deal = { world: World; client: Party; other: Party; deal: ProgramObject };

const EUR = { currency: "EUR" };

/** A fresh deal of a new client, of whom it needs two things of which one is claimed. */
export function newDeal(
  world: World,
  more: Input = {},
  { client = payer(world, EUR), other = payer(world, { ...EUR, amount: 0n }) } = {},
): Deal {
  const currency = more["currency"] ?? "EUR";
  const [place, item] = [client, client].map(({ customerId: owner }) =>
    objectMade(world, "item", { owner, currency }),
  );
  const fields = {
    client: client.customerId,
    other: other.customerId,
    currency,
    total: "100",
    more: "50",
    place: place?.objectId,
    item: item?.objectId,
    lines: [{ part: "100" }],
    ...more,
  };
  const deal = objectMade(world, "deal", fields, { onBehalfOf: client.customerId });
  return { world, client, other, deal };
}

/** The client's deal, and a review of it that has come to an end, or waits. */
export function reviewedDeal(
  world: World,
  status: DecisionStatus = "approved",
  ...made: [more?: Input, parties?: Partial<Pick<Deal, "client" | "other">>]
): Deal {
  const [more, parties] = made;
  const own = newDeal(world, more, parties);
  review(own, status);
  return own;
}

function review({ world, deal }: Deal, status: DecisionStatus): void {
  const realm = world.realmOf(world.caller);
  called(world, deal, "ask");
  const asked = world.state.objects.byId(realm, deal.objectId)?.decisions?.["review"];
  const found = world.state.decisions.byId(realm, asked ?? "");
  if (found === undefined || status === "pending" || status === "timed_out") return;
  const { realm: _, ...decision } = found;
  world.apply([{ kind: `decision.${status}.1`, decision: { ...decision, status } } as never]);
}

/** Something of the client that a call can name. */
export function thingOf({ world, client }: Deal): string {
  return objectMade(world, "item", { owner: client.customerId, ...EUR }).objectId;
}

/** What `go` is called with. */
export function goInput(own: Deal): Input {
  const { productId } = own.world.principal;
  return {
    productId,
    kind: "deal",
    objectId: own.deal.objectId,
    action: "go",
    onBehalfOf: own.client.customerId,
    input: { amount: "50", flag: true, thing: thingOf(own) },
  };
}

export type CallCase = {
  title: string;
  code: string;
  /** Makes the deal; one that is approved by default. */
  made?(world: World): Deal;
  given?(own: Deal): unknown;
  /** Fields of the call that replace those of `goInput`. */
  input?(own: Deal): Input;
  /** Fields of the action's input that replace those of `goInput`. */
  with?(own: Deal): Input;
};

const accessOf = ({ client }: Deal) => client.customerId.replace("cust_", "cacc_");
const entityOf = ({ client }: Deal) => client.customerId.replace("cust_", "ent_");
const reasoned = { reason: "review" };

const PARTY_CASES: readonly CallCase[] = [
  {
    title: "a subject that is no customer",
    code: "noun_subject_not_found",
    given({ world, deal }) {
      const found = world.state.objects.byId(world.realmOf(world.caller), deal.objectId);
      if (found === undefined) throw new Error("the deal is there");
      const { realm: _, place: previousPlace, ...object } = found;
      const subject = `cust_${"0".repeat(26)}`;
      const changed = { ...object, subject, fields: { ...object.fields, client: subject } };
      const acted = { action: "ask", stateBefore: "fresh", previous: {}, previousPlace };
      world.apply([{ kind: OBJECT_ACTED, object: changed, ...acted } as never]);
    },
    input: () => ({ onBehalfOf: `cust_${"0".repeat(26)}` }),
  },
  {
    title: "a customer in the input whom nobody is",
    code: "customer_not_found",
    with: () => ({ guest: `cust_${"0".repeat(26)}` }),
  },
  {
    title: "a subject who is suspended",
    code: "customer_status_forbidden",
    given: ({ world, client: { customerId } }) =>
      world.made(customerSuspend, { customerId, ...reasoned }),
  },
  {
    title: "a subject whose access was revoked",
    code: "customer_access_required",
    given: (own) =>
      own.world.made(customerAccessRevoke, { customerAccessId: accessOf(own), ...reasoned }),
  },
  {
    title: "a subject whom compliance refuses",
    code: "customer_access_compliance_forbidden",
    given: (own) => decideAs(own.world, accessOf(own), "refuse"),
  },
  {
    title: "a subject whose access is suspended",
    code: "customer_access_status_forbidden",
    given: (own) =>
      own.world.made(customerAccessSuspend, { customerAccessId: accessOf(own), ...reasoned }),
  },
  {
    title: "a subject whose entity is restricted",
    code: "entity_status_forbidden",
    given: (own) => changeEntity(own.world, entityOf(own), { status: "restricted" }),
  },
  {
    title: "a subject that is an organization",
    code: "noun_subject_kind_forbidden",
    given: (own) => changeEntity(own.world, entityOf(own), { kind: "organization" }),
  },
  {
    title: "a subject of a tier that is too low",
    code: "kyc_tier_insufficient",
    given: (own) => changeEntity(own.world, entityOf(own), { kycTier: "tier_0" }),
  },
];

const REFERENCE_CASES: readonly CallCase[] = [
  {
    title: "no reference that is required",
    code: "noun_reference_required",
    with: () => ({ thing: undefined }),
  },
  {
    title: "a reference to nothing",
    code: "noun_reference_not_found",
    with: () => ({ thing: `obj_${"0".repeat(26)}` }),
  },
  {
    title: "a reference to what has ended",
    code: "noun_reference_status_forbidden",
    with(own) {
      const objectId = thingOf(own);
      called(own.world, { kind: "item", objectId }, "drop");
      return { thing: objectId };
    },
  },
  {
    title: "a reference to what is of somebody else",
    code: "noun_reference_incongruent",
    with: ({ world, other }) => ({
      thing: objectMade(world, "item", { owner: other.customerId, ...EUR }).objectId,
    }),
  },
  {
    title: "a claim that another deal holds",
    code: "noun_reference_already_claimed",
    made(world) {
      const item = objectMade(world, "item", { owner: payer(world).customerId, ...EUR }).objectId;
      gone(reviewedDeal(world, "approved", { item }));
      return reviewedDeal(world, "approved", { item });
    },
  },
  {
    title: "a consent that nobody gave",
    code: "consent_not_found",
    with: () => ({ mandate: `cons_${"0".repeat(26)}` }),
  },
];

const AMOUNT_CASES: readonly CallCase[] = [
  {
    title: "what the program requires is not so",
    code: "state_constraint_failed",
    with: () => ({ flag: false }),
  },
  {
    title: "parts that do not add up",
    code: "noun_partition_mismatch",
    with: () => ({ total: "99" }),
  },
  {
    title: "more than is left",
    code: "noun_remainder_exceeded",
    with: () => ({ amount: "101" }),
  },
  {
    title: "a sum in another currency",
    code: "noun_aggregate_currency_mismatch",
    made: (world) => reviewedDeal(world, "approved", { currency: "USD" }),
  },
  {
    title: "one more than is counted at most",
    code: "noun_aggregate_cap_exceeded",
    made(world) {
      const { client } = gone(reviewedDeal(world));
      return reviewedDeal(world, "approved", {}, { client });
    },
  },
  {
    title: "a condition on an aggregate that is not met",
    code: "aggregate_condition_unmet",
    made(world) {
      for (let number = 1; number < 5; number++) newDeal(world);
      return reviewedDeal(world);
    },
  },
  {
    title: "more than a limit of the Product",
    code: "exposure_cap_exceeded",
    with: () => ({ amount: "61" }),
  },
  {
    title: "an own account that must be empty",
    code: "noun_account_not_drained",
    given: ({ world, client, deal }) =>
      called(world, deal, "fill", { onBehalfOf: client.customerId }),
  },
];

const MOVE_CASES: readonly CallCase[] = [
  {
    title: "a customer without an account in the currency",
    code: "account_not_found",
    made: (world) =>
      reviewedDeal(world, "approved", {}, { other: payer(world, { currency: "USD", amount: 0n }) }),
  },
  {
    title: "an account in a field that nobody has",
    code: "account_not_found",
    made: (world) => reviewedDeal(world, "approved", { sink: `acct_${"0".repeat(26)}` }),
    with: () => ({ tip: "1" }),
  },
  {
    title: "an account in a field that has another currency",
    code: "currency_mismatch",
    made(world) {
      const sink = createAccount(world, { currency: "USD" }).accountId;
      return reviewedDeal(world, "approved", { sink });
    },
    with: () => ({ tip: "1" }),
  },
  {
    title: "an account in a field that another object has",
    code: "ledger_transfer_rejected",
    made(world) {
      const sink = newDeal(world).deal.ownAccounts[0]?.accountId;
      return reviewedDeal(world, "approved", { sink });
    },
    with: () => ({ tip: "1" }),
  },
  {
    title: "a frozen account",
    code: "account_frozen",
    given: ({ world, client }) => freeze(world, client.accountId, "debits"),
  },
  {
    title: "an account that is frozen for credits too",
    code: "account_frozen",
    given: ({ world, other }) => freeze(world, other.accountId, "all"),
  },
  {
    title: "a closed account that pays",
    code: "source_account_status_forbidden",
    given({ world, client, other }) {
      transfer(world, client.accountId, other.accountId, "100000");
      close(world, client.accountId);
    },
  },
  {
    title: "a closed account that receives",
    code: "destination_account_status_forbidden",
    given: ({ world, other }) => close(world, other.accountId),
  },
  {
    title: "less money than the first move needs",
    code: "insufficient_balance",
    made: (world) =>
      reviewedDeal(world, "approved", {}, { client: payer(world, { ...EUR, amount: 49n }) }),
  },
  {
    title: "less money than both moves need",
    code: "insufficient_balance",
    made(world) {
      const sink = createAccount(world).accountId;
      const client = payer(world, { ...EUR, amount: 59n });
      return reviewedDeal(world, "approved", { sink }, { client });
    },
    with: () => ({ tip: "10" }),
  },
];

/** Every way in which `go` is refused, but for those of its path. */
export const CALL_CASES: readonly CallCase[] = [
  {
    title: "another revision",
    code: "state_conflict",
    input: () => ({ expectedRevision: 9 }),
  },
  {
    title: "a kind that is retired",
    code: "noun_retired",
    given: ({ world }) => runProgram(world, RETIRED_PROGRAM, 2),
  },
  {
    title: "an actor whom no port lets",
    code: "port_actor_not_allowed",
    input: () => ({ onBehalfOf: undefined }),
  },
  {
    title: "an action that the program has not",
    code: "invalid_noun_transition",
    input: () => ({ action: "went" }),
  },
  ...PARTY_CASES,
  {
    title: "another state",
    code: "invalid_noun_transition",
    given: (own) => gone(own),
  },
  {
    title: "a decision that nobody asked for",
    code: "state_conflict",
    made: (world) => newDeal(world),
  },
  {
    title: "a decision that waits",
    code: "state_conflict",
    made: (world) => reviewedDeal(world, "pending"),
  },
  {
    title: "a decision that was declined",
    code: "noun_decision_declined",
    made: (world) => reviewedDeal(world, "declined"),
  },
  {
    title: "a decision whose time is over",
    code: "noun_decision_timeout",
    made: (world) => reviewedDeal(world, "timed_out"),
    given: ({ world }) => advanceClock(world, at(2 * DAY_MS)),
  },
  {
    title: "an input of another form",
    code: "invalid_request",
    with: () => ({ amount: 50 }),
  },
  ...REFERENCE_CASES,
  ...AMOUNT_CASES,
  ...MOVE_CASES,
];

/** The call of a case: the deal and what `go` is called with. */
export function callOf(world: World, { made = reviewedDeal, given, ...more }: CallCase) {
  const own = made(world);
  const base = goInput(own);
  given?.(own);
  const input = { ...(base["input"] as Input), ...more.with?.(own) };
  return { own, input: { ...base, input, ...more.input?.(own) } as Input };
}

/** The deal after `go`. */
function gone(own: Deal): Deal {
  const { action, onBehalfOf, input } = goInput(own);
  called(own.world, own.deal, String(action), { onBehalfOf, input });
  return own;
}
