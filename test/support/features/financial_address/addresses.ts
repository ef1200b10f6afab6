/** For tests: financial addresses of sandbox, opened by the simulator, and of live, at the bank `acme`. */

import { financialAddressCreate } from "../../../../src/features/financial_address/financial_address.create.ts";
import { financialAddressDisable } from "../../../../src/features/financial_address/financial_address.disable.ts";
import type { FinancialAddressDocument } from "../../../../src/features/financial_address/financial_address_document.ts";
import type { FinancialAddressFact } from "../../../../src/features/financial_address/financial_address_noun.ts";
import { providerConfigure } from "../../../../src/features/provider/provider.configure.ts";
import type { ReportedAttempt } from "../../../../src/features/provider_request_steps/provider_request.report.ts";
import { providerRequestReport } from "../../../../src/features/provider_request_steps/provider_request.report.ts";
import { openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import type { Answer, AnyWrite, Asking } from "../../../world/writing.ts";
import { acme, PLATFORM, secretOf } from "../provider/providers.ts";
import { PROVIDER } from "../provider_request/live_requests.ts";

/** What is asked for by default: an IBAN of Germany. */
export const IBAN = { type: "iban", country: "DE", currency: "EUR" } as const;
/** An alias, which is pending until its provider tells more. */
export const ALIAS = { ...IBAN, type: "alias" } as const;
/** A right IBAN, of no account. */
export const DETAILS = { iban: "DE02120300000000202051", bic: "BYLADEM1001" };

/** Asks for an address and runs what is due. Returns the answer, which may be an error, and the place of its record. */
export function create(world: World, accountId: string, more: object = {}, asking: Asking = {}) {
  return changed(world, financialAddressCreate, { accountId, ...IBAN, ...more }, asking);
}

/** A write of an address, with what is due after it: its answer, and the place of its record. */
export function changed(world: World, operation: AnyWrite, input: object, asking: Asking = {}) {
  const { place } = world.run(operation, input as Record<string, unknown>, asking);
  world.passTime();
  return { place, answer: world.answerOf(place) };
}

/** An active IBAN of an account: by default of a new one of the Product. */
export function activeAddress(
  world: World,
  accountId = openAccount(world),
  more: object = {},
): Answer {
  return create(world, accountId, more).answer;
}

/** One that takes no money until it is enabled. */
export function disabledAddress(world: World): Answer {
  const { financialAddressId } = activeAddress(world);
  return changed(world, financialAddressDisable, { financialAddressId }).answer;
}

/** Three, a second between one and the next: two of one account, of which the first is disabled, and one in pounds. */
export function threeAddresses(world: World) {
  const accountId = openAccount(world);
  const { financialAddressId } = activeAddress(world, accountId);
  const first = changed(world, financialAddressDisable, { financialAddressId }).answer;
  world.nowMs += 1_000;
  const second = activeAddress(world, accountId, { ...ALIAS, externalId: "alias-1" });
  world.nowMs += 1_000;
  const third = activeAddress(world, openAccount(world, { currency: "GBP" }), {
    ...{ type: "uk_account", country: "GB", currency: "GBP" },
  });
  return { accountId, first, second, third };
}

export function addressIn(world: World, financialAddressId: string): FinancialAddressDocument {
  const realm = world.realmOf(world.caller);
  const address = world.state.financialAddresses.byId(realm, financialAddressId);
  if (address === undefined) throw new Error(`${financialAddressId} is unknown`);
  return address;
}

/** The bank of live, from which addresses are asked. */
export function bankInLive(world: World): void {
  const bank = { ...acme, kind: BANK, secret: secretOf("one") };
  world.made(providerConfigure, bank, PLATFORM);
}
/** The kind of provider that opens addresses. */
const BANK = "bank";

/** An address that waits for its provider: an IBAN of an account of the Product. */
export function waitingAddress(world: World, more: object = {}, caller = world.caller) {
  const accountId = openAccount(world, { caller });
  const draft = { accountId, ...IBAN, ...more };
  const { place, facts } = world.run(financialAddressCreate, draft, { caller });
  const [created] = facts as FinancialAddressFact[];
  const financialAddressId = String(created?.financialAddress.financialAddressId);
  const providerRequestId = financialAddressId.replace("fa_", "preq_");
  return { place, accountId, financialAddressId, providerRequestId };
}

/** What the provider is asked about the address now, besides to open it: the id of the request. */
export function requestUnderWay(world: World, financialAddressId: string): string {
  return String(addressIn(world, financialAddressId).asked?.providerRequestId);
}

/** What the bank answers to a request. */
export function report(
  world: World,
  providerRequestId: string,
  outcome: ReportedAttempt["outcome"],
  attempt = 1,
): Answer {
  return world.made(providerRequestReport, { providerRequestId, attempt, outcome }, PROVIDER);
}
