/** For tests: objects whose actions collect by a mandate, called by each operation that calls actions. */
import { PRODUCT_ID } from "../../../world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  openAccount,
  operate,
  type Part,
  type Reply,
  type ShardStage,
} from "../../../world/story.ts";
import { followedBy } from "../../programs/paid_out.ts";
import { debtorAt, mandate } from "../collection/debit_story.ts";

const DAY_MS = 86_400_000;
const KIND = "pledge";

/** Asks the bank of the owner for a small amount, which comes days later. */
const asking = (label: string, then: object = {}) => ({
  ...{ label, amount: "amount('100')", from: "fields.mandate", to: "own.pot" },
  ...followedBy(then),
});

/** One collection after another: by a caller, after a collection, after a payout, by a row, after a decision. */
export const PLEDGE = {
  subject: { field: "owner" },
  currency: "'USD'",
  fields: {
    owner: { type: "customer", required: true },
    neighbour: { type: "beneficiary", required: true },
    mandate: { type: "consent", consentType: "collection", required: true },
  },
  own: { pot: { currency: "'USD'" } },
  states: {
    ...{ open: { initial: true }, one: {}, two: {}, paid: {}, three: {}, four: {}, five: {} },
    over: { terminal: true },
  },
  decisions: { review: { by: ["operator"], timeout: "P9D", onTimeout: "decline" } },
  actions: {
    first: { from: ["open"], to: "one", moves: [asking("first", { collected: "second" })] },
    second: { from: ["one"], to: "two", moves: [asking("second", { collected: "pay" })] },
    pay: {
      from: ["two"],
      to: "paid",
      moves: [
        {
          ...{ label: "paid", amount: "amount('50')", from: "own.pot", to: "fields.neighbour" },
          ...followedBy({ posted: "third" }),
        },
      ],
    },
    third: { from: ["paid"], to: "three", moves: [asking("third")] },
    fourth: { from: ["three"], to: "four", moves: [asking("fourth")] },
    ask: { from: ["four"], to: "four", opens: "review" },
    fifth: { from: ["four"], to: "five", gate: "review", auto: true, moves: [asking("fifth")] },
    end: { from: ["five"], to: "over" },
  },
  schedules: { fourth: { on: "enter:three", at: "addDays(now(), 1)", action: "fourth" } },
};

export const PLEDGE_PORTS = {
  operator: ["create", "first", "ask", "end"].map((action) => `${KIND}.${action}`),
  clock: ["second", "pay", "third", "fourth", "fifth"].map((action) => `${KIND}.${action}`),
};

/** In a Product that runs a program with pledges. */
export function* tellOfPledges(stage: ShardStage, owner: string): Part {
  const accountId = yield* openAccount(yield* createCustomer(), "USD");
  const draft = { productId: PRODUCT_ID, ownerType: "third_party", name: "Paper Mill" };
  const within = { ...draft, rail: "book", destination: { accountId } };
  const { beneficiaryId } = yield* operate("beneficiary.create", within, { kind: "none" });
  const destination = { routingNumber: "021000021", accountNumber: "123456789" };
  const debtor = yield* debtorAt(owner, { rail: "ach", destination });
  const consentId = yield* mandate({ customerId: owner, beneficiaryId: debtor });
  const fields = { owner, neighbour: beneficiaryId, mandate: consentId };
  const made = yield* ask("object.create", { productId: PRODUCT_ID, kind: KIND, fields });
  const objectId = String(made["objectId"]);
  yield* call(objectId, "first");
  yield* advance(stage, 20 * DAY_MS);
  const { outcome } = (yield* call(objectId, "ask")) as unknown as {
    outcome: { decisions: { decisionId: string }[] };
  };
  const decisionId = outcome.decisions[0]?.decisionId;
  yield* ask("decision.resolve", { decisionId, outcome: "approve" });
  // The clock has then called the action that follows the approval, and the bank has nothing yet.
  yield* advance(stage, 1_000);
  yield* call(objectId, "end");
  yield* freezeSuspense();
  yield* advance(stage, 10 * DAY_MS);
}

/** Money of USD that fits nowhere then needs a new account of the Product. */
function* freezeSuspense(): Part {
  const accountId = yield* openAccount(yield* createCustomer());
  const address = { accountId, type: "iban", country: "DE", currency: "EUR" };
  const { financialAddressId } = yield* ask("financial_address.create", address);
  const dollars = { amount: "1", currency: "USD", ifNotCreditable: "suspend" };
  const unfit = yield* ask("sandbox.inbound_credit.create", { financialAddressId, ...dollars });
  const frozen = { accountId: unfit["accountId"], mode: "all", reason: "a story" };
  yield* ask("account.freeze", frozen);
}

function* call(objectId: string, action: string): Part<Reply> {
  const input = { productId: PRODUCT_ID, kind: KIND, objectId, action };
  return yield* ask("object.action.call", input);
}
