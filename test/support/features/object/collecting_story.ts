/** For tests: objects whose rows collect by a mandate, with each event that the end of such a collection has. */
import { PRODUCT_ID } from "../../../world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  openAccount,
  operate,
  type Part,
  type ShardStage,
} from "../../../world/story.ts";
import { debtor, mandate } from "../collection/debit_story.ts";

const DAY_MS = 86_400_000;
const KIND = "levy";
const OWNER = "customer(fields.owner).customer_balance";
/** The simulator collects this amount, and returns it three days later. */
const AMOUNT = "9904";

/** What a bank has collected is put aside, and a part of it is paid within the Product; what it takes back, nobody can pay. */
export const LEVY = {
  subject: { field: "owner" },
  currency: "'EUR'",
  fields: {
    owner: { type: "customer", required: true },
    neighbour: { type: "beneficiary", required: true },
    mandate: { type: "consent", consentType: "collection", required: true },
  },
  own: { pot: { currency: "'EUR'" } },
  states: { open: { initial: true }, due: {}, over: { terminal: true } },
  decisions: { look: { by: ["operator"], timeout: "P9D", onTimeout: "decline" } },
  actions: {
    begin: { from: ["open"], to: "due" },
    take: {
      from: ["due"],
      to: "open",
      opens: "look",
      input: { amount: { type: "amount", required: true } },
      moves: [
        { label: "taken", amount: "input.amount", from: OWNER, to: "own.pot" },
        { label: "shared", amount: "amount('5')", from: "own.pot", to: "fields.neighbour" },
      ],
    },
    lose: {
      from: ["open"],
      to: "open",
      moves: [
        { label: "lost", amount: "amount('99999999999')", from: "own.pot", to: "product.reserve" },
      ],
    },
    looked: { from: ["open"], to: "open", gate: "look" },
    end: { from: ["open", "due"], to: "over" },
  },
  schedules: {
    levy: {
      on: "enter:due",
      at: "addDays(now(), 1)",
      // As text: an object with a property of this name looks like a promise.
      collect: JSON.parse(
        `{"consent":"fields.mandate","amount":"amount('${AMOUNT}')","then":"take","returned":"lose"}`,
      ) as object,
    },
  },
};

export const LEVY_PORTS = {
  operator: ["create", "begin", "looked", "end"].map((action) => `${KIND}.${action}`),
  clock: ["take", "lose"].map((action) => `${KIND}.${action}`),
};

/** In a Product that runs a program with levies. */
export function* tellOfLevies(stage: ShardStage, customerId: string): Part {
  const accountId = yield* openAccount(yield* createCustomer());
  const draft = { productId: PRODUCT_ID, ownerType: "third_party", name: "Paper Mill" };
  const within = { ...draft, rail: "book", destination: { accountId } };
  const { beneficiaryId } = yield* operate("beneficiary.create", within, { kind: "none" });
  const fields = {
    ...{ owner: customerId, neighbour: beneficiaryId },
    mandate: yield* mandate(yield* debtor(customerId)),
  };
  const made = yield* ask("object.create", { productId: PRODUCT_ID, kind: KIND, fields });
  const path = { productId: PRODUCT_ID, kind: KIND, objectId: made["objectId"] };
  yield* ask("object.action.call", { ...path, action: "begin" });
  yield* advance(stage, 10 * DAY_MS);
}
