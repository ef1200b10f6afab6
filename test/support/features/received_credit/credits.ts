/** For tests: money that arrives by financial addresses, in live as a bank tells of it. */
import { invariant } from "../../../../src/base/invariant.ts";
import { roleOf } from "../../../../src/features/ledger/roles.ts";
import { receivedCreditReturn } from "../../../../src/features/received_credit/received_credit.return.ts";
import { receivedCreditTake } from "../../../../src/features/received_credit/received_credit.take.ts";
import {
  type ReceivedCreditDocument,
  returnRequestIdOf,
} from "../../../../src/features/received_credit/received_credit_document.ts";
import { sandboxInboundCreditCreate } from "../../../../src/features/sandbox/sandbox.inbound_credit.create.ts";
import type { Input } from "../../../world/input.ts";
import { freeze, openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import type { Answer, AnyWrite, Asking } from "../../../world/writing.ts";
import {
  activeAddress,
  bankInLive,
  DETAILS,
  report,
  requestUnderWay,
  waitingAddress,
} from "../financial_address/addresses.ts";
import { PROVIDER } from "../provider_request/live_requests.ts";

export type Addressed = { accountId: string; financialAddressId: string };

/** An address of live that its bank has opened, of a new account of the Product. */
export function liveAddress(world: World): Addressed {
  bankInLive(world);
  const { accountId, financialAddressId, providerRequestId } = waitingAddress(world);
  const progress = { status: "active" as const, details: DETAILS };
  report(world, providerRequestId, { result: "accepted", providerReference: "a-1", progress });
  return { accountId, financialAddressId };
}

/** The address after its bank has carried out what it was asked, and says that it stands so. */
export function bankChanges(
  world: World,
  operation: AnyWrite,
  { financialAddressId }: Addressed,
  status: "disabled" | "active" | "retired",
): void {
  world.run(operation, { financialAddressId });
  const accepted = { result: "accepted", providerReference: "a-1", progress: { status } } as const;
  report(world, requestUnderWay(world, financialAddressId), accepted);
}

/** The role, the currency and the owner of an account, and what is posted on it. */
export function moneyOf({ state: { accounts }, caller, realmOf }: World, accountId: string) {
  const ordinal = accounts.ordinalOf(realmOf(caller), accountId);
  return {
    role: roleOf(accounts.roleCode(ordinal)).role,
    currency: accounts.currency(ordinal),
    posted: accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal),
    held: accounts.debitsPending(ordinal),
  };
}

/** What is posted on the external account of a bank in a currency; undefined where there is none. */
export function externalOf({ state, caller, realmOf }: World, provider: string, currency = "EUR") {
  const { accounts } = state;
  for (const ordinal of accounts.ofOwner("platform", caller.principal.productId)) {
    const isHere = accounts.realm(ordinal) === realmOf(caller);
    const isOfBank = accounts.extras(ordinal)?.name === provider;
    if (isHere && isOfBank && accounts.hasCurrency(ordinal, currency)) {
      return accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal);
    }
  }
  return undefined;
}

/** What the bank says of 12.50 EUR that have arrived. */
export function toldOf({ financialAddressId }: Pick<Addressed, "financialAddressId">): Input {
  return {
    ...{ provider: "acme", reference: "bank-1", financialAddressId },
    ...{ amount: "1250", currency: "EUR", occurredAtMs: 1_000, newsId: "n-1" },
  };
}

/** The bank tells of a credit; `more` replaces what it says. */
export function take(
  world: World,
  addressed: Pick<Addressed, "financialAddressId">,
  more: Input = {},
): Answer {
  return world.made(receivedCreditTake, { ...toldOf(addressed), ...more }, PROVIDER);
}

export function creditIn(world: World, receivedCreditId: string): ReceivedCreditDocument {
  const realm = world.realmOf(world.caller);
  const credit = world.state.receivedCredits.byId(realm, receivedCreditId);
  invariant(credit !== undefined, "the credit of a test exists");
  return credit;
}

/** An address of a sandbox, of a new account of the Product. */
export function sandboxAddress(world: World): Addressed {
  const accountId = openAccount(world);
  const { financialAddressId } = activeAddress(world, accountId);
  return { accountId, financialAddressId };
}

/** What a test says of 12.50 EUR that arrive in a sandbox. */
export function arrivalOf({ financialAddressId }: Pick<Addressed, "financialAddressId">): Input {
  return { financialAddressId, amount: "1250", currency: "EUR" };
}

/** Money arrives in a sandbox; `more` replaces what is said of it. Returns the credit. */
export function arrive(
  world: World,
  addressed: Pick<Addressed, "financialAddressId">,
  more: Input = {},
): Answer {
  return world.made(sandboxInboundCreditCreate, { ...arrivalOf(addressed), ...more });
}

/** A credit that is in suspense, because the account of its address is frozen for all movements. */
export function suspendedCredit(world: World, more: Input = {}): Answer & Addressed {
  const addressed = sandboxAddress(world);
  freeze(world, addressed.accountId, "all");
  return arrive(world, addressed, { ifNotCreditable: "suspend", ...more }) as Answer & Addressed;
}

/** Asks the bank to send a credit back, and runs what is due. Returns the answer, which may be an error. */
export function sendBack(
  world: World,
  { receivedCreditId }: Answer,
  more: Input = {},
  asking: Asking = {},
): Answer {
  const { place } = world.run(receivedCreditReturn, { receivedCreditId, ...more }, asking);
  world.passTime();
  return world.answerOf(place);
}

/** A credit of live whose bank is asked to send it back, and has not answered. */
export function waitingReturn(world: World, more: Input = {}) {
  const addressed = liveAddress(world);
  const { receivedCreditId } = take(world, addressed);
  const { place } = world.run(receivedCreditReturn, { receivedCreditId, ...more });
  const providerRequestId = String(returnRequestIdOf(creditIn(world, receivedCreditId)));
  return { ...addressed, receivedCreditId, providerRequestId, place };
}
