/** For tests: objects whose actions pay out, with each event that a write of them has, and each end that an object is told. */
import { PRODUCT_ID } from "../../../world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  fund,
  openAccount,
  operate,
  type Part,
  type Reply,
  type ShardStage,
} from "../../../world/story.ts";
import { followedBy } from "../../programs/paid_out.ts";

const DAY_MS = 86_400_000;
const KIND = "bill";
const OWNER = "customer(fields.owner).customer_balance";
/** The simulator leaves a payout of this amount to the story. */
const AMOUNT = "9905";

/** Pays a small amount to the beneficiary within the Product, at once. */
const toNeighbour = (label: string) => ({
  ...{ label, amount: "fields.fee", from: "own.pot", to: "fields.neighbour" },
});

/** Bills are paid over a bank from a pot, and each action of the clock pays within the Product too. */
export const BILL = {
  subject: { field: "owner" },
  currency: "'GBP'",
  fields: {
    owner: { type: "customer", required: true },
    payee: { type: "beneficiary", required: true },
    neighbour: { type: "beneficiary", required: true },
    fee: { type: "amount", default: "5" },
  },
  own: { pot: { currency: "'GBP'" } },
  states: { open: { initial: true }, paying: {}, over: { terminal: true } },
  decisions: {
    look: { by: ["operator"], timeout: "P9D", onTimeout: "decline" },
    review: { by: ["operator"], timeout: "P9D", onTimeout: "decline" },
  },
  actions: {
    fill: {
      from: ["open"],
      to: "open",
      moves: [{ label: "fill", amount: "amount('20000')", from: OWNER, to: "own.pot" }],
    },
    ask: { from: ["open"], to: "open", opens: "review" },
    heed: { from: ["open"], to: "open", gate: "look" },
    give: { from: ["open"], to: "open", moves: [toNeighbour("gift")] },
    payOut: {
      from: ["open"],
      to: "paying",
      moves: [
        {
          ...{ label: "bill", amount: `amount('${AMOUNT}')`, from: "own.pot", to: "fields.payee" },
          ...followedBy({ posted: "paid", failed: "again" }),
        },
      ],
    },
    tip: { from: ["paying"], to: "paying", moves: [toNeighbour("tip")] },
    paid: {
      from: ["paying"],
      to: "open",
      opens: "look",
      moves: [
        { label: "rest", amount: "fields.fee", from: "own.pot", to: OWNER },
        toNeighbour("more"),
      ],
    },
    again: {
      from: ["paying"],
      to: "open",
      moves: [{ label: "again", amount: "fields.fee", from: "product.reserve", to: "own.pot" }],
    },
    looked: {
      from: ["open"],
      to: "open",
      gate: "review",
      auto: true,
      moves: [toNeighbour("looked")],
    },
    end: { from: ["open", "paying"], to: "over" },
  },
  schedules: { tip: { on: "enter:paying", at: "addDays(now(), 1)", action: "tip" } },
};

export const BILL_PORTS = {
  operator: ["create", "ask", "heed", "give", "payOut", "end"].map((action) => `${KIND}.${action}`),
  owner: [`${KIND}.fill`],
  clock: ["paid", "again", "tip", "looked"].map((action) => `${KIND}.${action}`),
};

/** In a Product that runs a program with bills. */
export function* tellOfBills(stage: ShardStage, customerId: string): Part {
  yield* fund(yield* openAccount(customerId, "GBP"), "900000", "GBP");
  const parties = yield* payees();
  const paid = yield* filled(customerId, parties);
  yield* call(paid, "give");
  const first = yield* paidOut(paid);
  yield* advance(stage, DAY_MS);
  yield* decide(first, "posted");
  const failed = yield* filled(customerId, parties);
  yield* decide(yield* paidOut(failed), "failed");
  const ended = yield* filled(customerId, parties);
  const last = yield* paidOut(ended);
  yield* call(ended, "end");
  for (const outcome of ["posted", "returned"]) yield* decide(last, outcome);
  yield* look(paid);
}

function* decide(id: string, outcome: string): Part {
  yield* ask("sandbox.provider_outcome.create", { resource: { type: "payout", id }, outcome });
}

/** Asks for a review and approves it: the clock then pays within the Product. */
function* look(objectId: string): Part {
  const { outcome } = (yield* call(objectId, "ask")) as unknown as {
    outcome: { decisions: { decisionId: string }[] };
  };
  const decisionId = outcome.decisions[0]?.decisionId;
  yield* ask("decision.resolve", { decisionId, outcome: "approve" });
}

type Payees = { payee: string; neighbour: string };

/** A beneficiary at a bank, and one within the Product. */
function* payees(): Part<Payees> {
  const accountId = yield* openAccount(yield* createCustomer(), "GBP");
  const atBank = { rail: "fps", destination: { sortCode: "20-00-00", accountNumber: "55779911" } };
  return {
    payee: yield* beneficiary(atBank, {
      ...{ kind: "sealed", sealed: { keyName: "ent_x", text: "v1.x" }, digest: "x" },
    }),
    neighbour: yield* beneficiary({ rail: "book", destination: { accountId } }, { kind: "none" }),
  };
}

function* beneficiary(more: object, prepared: unknown): Part<string> {
  const draft = { productId: PRODUCT_ID, ownerType: "third_party", name: "Paper Mill", ...more };
  return String((yield* operate("beneficiary.create", draft, prepared))["beneficiaryId"]);
}

/** A bill with money in its pot. */
function* filled(owner: string, parties: Payees): Part<string> {
  const draft = { productId: PRODUCT_ID, kind: KIND, fields: { owner, ...parties } };
  const objectId = String((yield* ask("object.create", draft))["objectId"]);
  yield* call(objectId, "fill", { onBehalfOf: owner });
  return objectId;
}

/** The payout of a bill that is paid over a bank. */
function* paidOut(objectId: string): Part<string> {
  const { outcome } = (yield* call(objectId, "payOut")) as unknown as {
    outcome: { payouts: { payoutId: string }[] };
  };
  return String(outcome.payouts[0]?.payoutId);
}

function* call(objectId: string, action: string, more: object = {}): Part<Reply> {
  const input = { productId: PRODUCT_ID, kind: KIND, objectId, action, ...more };
  return yield* ask("object.action.call", input);
}
