/** For tests: payouts in a world, in every status. */
import { invariant } from "../../../../src/base/invariant.ts";
import { payoutCancel } from "../../../../src/features/payout/payout.cancel.ts";
import { payoutCreate } from "../../../../src/features/payout/payout.create.ts";
import type { PayoutDocument } from "../../../../src/features/payout/payout_document.ts";
import { payouts } from "../../../../src/features/payout/payout_noun.ts";
import { sandboxProviderOutcomeCreate } from "../../../../src/features/sandbox/sandbox.provider_outcome.create.ts";
import type { MemoryEntityKeys } from "../../../world/entity_keys.ts";
import type { Input } from "../../../world/input.ts";
import { fund, openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import type { Answer, Asking } from "../../../world/writing.ts";
import { made, onBook } from "../beneficiary/beneficiaries.ts";
import { configured } from "../provider/providers.ts";

/** An account with money, and a beneficiary with an account at a bank. */
export type Payable = { source: string; beneficiaryId: string; accountId?: string };

/** An account with 10,000.00 and a beneficiary over SEPA. */
export async function payable(world: World, more: Input = {}): Promise<Payable> {
  const source = openAccount(world);
  fund(world, source, 1_000_000n);
  const { beneficiaryId } = await made(world, more);
  return { source, beneficiaryId };
}

/** The same, over the book: with the account of the beneficiary. */
export function bookPayable(world: World, caller = world.caller): Payable & { accountId: string } {
  const source = openAccount(world, { caller });
  fund(world, source, 1_000_000n, { caller });
  const { beneficiaryId, destination } = onBook(world, {}, { caller });
  return { source, beneficiaryId, accountId: destination.accountId ?? "" };
}

/** The draft of a payout; `amount` in minor units. */
export function payoutOf({ source, beneficiaryId }: Payable, amount = "1250"): Input {
  return { sourceAccountId: source, beneficiaryId, amount, currency: "EUR" };
}

/** Creates a payout and runs what is due. Returns the answer, which may be an error. */
export function pay(
  world: World,
  parties: Payable,
  amount = "1250",
  more: Input = {},
  asking: Asking = {},
): Answer {
  const { place } = world.run(payoutCreate, { ...payoutOf(parties, amount), ...more }, asking);
  world.passTime();
  return world.answerOf(place);
}

/** Asks to cancel a payout and runs what is due. Returns the answer, which may be an error. */
export function cancelPayout(world: World, payoutId: string, asking: Asking = {}): Answer {
  const { place } = world.run(payoutCancel, { payoutId }, asking);
  world.passTime();
  return world.answerOf(place);
}

export function payoutIn(world: World, payoutId: string): PayoutDocument {
  const payout = world.state.payouts.byId(world.realmOf(world.caller), payoutId);
  invariant(payout !== undefined, "the payout of a test exists");
  return payout;
}

/** Says what the simulator makes of a payout. Returns the answer. */
export function decidePayout(world: World, payoutId: string, outcome: string): Answer {
  const resource = { type: "payout", id: payoutId };
  return world.made(sandboxProviderOutcomeCreate, { resource, outcome });
}

/** Of a payout in a world of live, in place of what is usual. `keys`: where the numbers of its beneficiary are sealed under. */
type Waiting = {
  currency?: string;
  beneficiary?: Input;
  payout?: Input;
  keys?: MemoryEntityKeys;
};

/** A payout in a world of live, from an account with 10,000.00, that waits for the answer of the bank `first-bank`. */
export async function waitingPayout(
  world: World,
  { currency = "EUR", beneficiary = {}, payout = {}, keys }: Waiting = {},
) {
  configured(world, "first-bank", "one", { kind: "bank", cause: "platform" });
  const source = openAccount(world, { currency, fundedMinor: 1_000_000n });
  const { beneficiaryId } = await made(world, beneficiary, keys && { keys });
  const draft = { ...payoutOf({ source, beneficiaryId }), currency, ...payout };
  const { place, facts } = world.run(payoutCreate, draft);
  const payoutId = facts.map(payouts.of).find((one) => one !== undefined)?.payoutId;
  invariant(payoutId !== undefined, "the payout of a test is made");
  const providerRequestId = payoutId.replace("po_", "preq_");
  return { source, beneficiaryId, place, payoutId, providerRequestId };
}
