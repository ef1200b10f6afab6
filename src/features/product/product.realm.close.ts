/**
 * product.realm.close: the platform closes a realm of a Product, where no account of it has money and no bank is at work for it. No caller
 * reaches the operation; its key is that of the effect that asks for it.
 */
import { type Static, Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { EnvironmentName } from "../../contract/values/formats.ts";
import { type collections, firstUnderWay } from "../collection/collection_noun.ts";
import {
  type financialAddresses,
  firstTaking,
} from "../financial_address/financial_address_noun.ts";
import type { StatePartOf } from "../noun.ts";
import { sandboxClockOf } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { REALM_CLOSED, type RealmClosed, refuseMoneyOfRealm } from "./product_closure.ts";
import type { ProductState } from "./product_state.ts";

const closed = { additionalProperties: false } as const;

const RealmClosing = Type.Object(
  {
    environment: EnvironmentName,
    refusal: Type.Optional(
      Type.Object(
        {
          code: Type.String(),
          message: Type.String(),
          details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
        },
        closed,
      ),
    ),
  },
  { title: "ProductRealmClosing", ...closed },
);
type RealmClosing = Static<typeof RealmClosing>;

/** Where the work of banks is on record. */
type WorkOfBanks = StatePartOf<typeof collections> & StatePartOf<typeof financialAddresses>;
type ClosingState = ProductState & SandboxState & WorkOfBanks;

export const productRealmClose = declareWrite<ClosingState>()({
  id: "product.realm.close",
  summary: "Close a realm of a Product",
  description: "Done by the platform when the Product is closed.",
  http: { method: "POST", path: "/products/realms/close" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    { isForced: Type.Optional(Type.Boolean()) },
    { title: "ProductRealmClosingDraft", ...closed },
  ),
  output: RealmClosing,
  refusals: [],
  events: [],
  decide(state, { isForced = false }, { realm, nowMs, principal: { environment, productId } }) {
    const refusal = isForced
      ? undefined
      : (refuseMovingClock(state, realm) ??
        refuseBanksAtWork(state, realm) ??
        refuseMoneyOfRealm(state.accounts, realm));
    if (refusal !== undefined) {
      const { code, message, details } = refusal;
      const answer = { environment, refusal: { code, message, details } } as RealmClosing;
      return accept([], answer);
    }
    const fact: RealmClosed = { kind: REALM_CLOSED, isClosed: true, productId, atMs: nowMs };
    return accept([fact], { environment });
  },
});

/** What a clock runs on its way may move money, and somebody waits for its arrival. */
function refuseMovingClock(
  state: SandboxState,
  realm: number,
): Refusal<"state_conflict"> | undefined {
  if (sandboxClockOf(state, realm)?.runs === undefined) return undefined;
  const message = "the clock of the sandbox is on its way; close the Product when it has arrived";
  const expected = "a clock that stands still";
  return refuse("state_conflict", message, { expected, actual: "a clock on its way" });
}

/**
 * Refuses while a bank collects, or has an address that takes money or is about to. Payouts and credits on their way back have their money
 * reserved on an account, and credits in suspense are on one, so the accounts tell of these.
 */
function refuseBanksAtWork(
  state: WorkOfBanks,
  realm: number,
): Refusal<"state_conflict"> | undefined {
  const collection = firstUnderWay(state, realm);
  if (collection !== undefined) {
    const { collectionId, status } = collection;
    const message = `a bank is asked for the money of collection ${collectionId}; close the Product when it has ended`;
    const expected = "no collection that is processing";
    return refuse("state_conflict", message, { expected, actual: status, status, collectionId });
  }
  const address = firstTaking(state, realm);
  if (address === undefined) return undefined;
  const { financialAddressId, status } = address;
  const message = `the financial address ${financialAddressId} is ${status}, and takes money or is about to; disable or retire it first`;
  const expected = "no financial address that takes money";
  return refuse("state_conflict", message, {
    expected,
    actual: status,
    status,
    financialAddressId,
  });
}
