/** For tests: a bank that speaks files in a world of live, and orders that wait for a file to it. */
import { invariant } from "../../../../src/base/invariant.ts";
import { bankMessageMake } from "../../../../src/features/bank_message/bank_message.make.ts";
import { collectionCollect } from "../../../../src/features/collection/collection.collect.ts";
import { payoutCancel } from "../../../../src/features/payout/payout.cancel.ts";
import { payoutCreate } from "../../../../src/features/payout/payout.create.ts";
import { payouts } from "../../../../src/features/payout/payout_noun.ts";
import { providerAccount } from "../../../../src/features/provider/provider.account.ts";
import { providerConfigure } from "../../../../src/features/provider/provider.configure.ts";
import { providerRequestReport } from "../../../../src/features/provider_request_steps/provider_request.report.ts";
import type { Input } from "../../../world/input.ts";
import type { World } from "../../../world/world.ts";
import { debitMade, lastRequestOf, mandated } from "../collection/debits.ts";
import { type Payable, payable, payoutIn, payoutOf } from "../payout/payouts.ts";
import { PLATFORM } from "../provider/providers.ts";
import { PROVIDER } from "../provider_request/live_requests.ts";

export const FILE_BANK = { provider: "file-bank", user: "ada/1000" };
export const ACCOUNT = {
  currency: "EUR",
  holder: "Acme Pay GmbH",
  iban: "DE02120300000000202051",
  creditorId: "DE98ZZZ09999999999",
};

/** Configures the bank; `account`: false where it shall have none. */
export function fileBank(
  world: World,
  account: Input | false = ACCOUNT,
  provider = FILE_BANK.provider,
): void {
  const bank = { ...FILE_BANK, provider, kind: "bank", url: "", speaks: "files" };
  world.made(providerConfigure, bank, PLATFORM);
  if (account !== false) world.made(providerAccount, { ...FILE_BANK, account }, PLATFORM);
}

/** The ids of a payout that waits for a file, and of its request. */
export async function payoutForFile(
  world: World,
  parties?: Payable,
  amount = "1250",
): Promise<{ payoutId: string; providerRequestId: string }> {
  const from = parties ?? (await payable(world));
  const { facts } = world.run(payoutCreate, payoutOf(from, amount));
  const payoutId = facts.map(payouts.of).find((one) => one !== undefined)?.payoutId;
  invariant(payoutId !== undefined, "the payout of a test is made");
  const providerRequestId = payoutId.replace("po_", "preq_");
  acceptForFile(world, providerRequestId);
  return { payoutId, providerRequestId };
}

/** The ids of a collection that waits for a file, and of its request. */
export async function debitForFile(world: World) {
  const collectionId = debitMade(world, await mandated(world), "1250");
  world.run(collectionCollect, { collectionId });
  const providerRequestId = lastRequestOf(world, collectionId);
  acceptForFile(world, providerRequestId);
  return { collectionId, providerRequestId };
}

/** The message that has the order, which is made of it alone. */
export function inMessage(world: World, providerRequestId: string): string {
  const group = { ...FILE_BANK, kind: "payout", rail: "sepa", currency: "EUR" };
  const asked = { ...group, requestIds: [providerRequestId] };
  const { bankMessageId } = world.made(bankMessageMake, asked, PROVIDER);
  invariant(bankMessageId !== undefined, "the order of a test stands in a message");
  return bankMessageId;
}

/**
 * Asks for the cancellation of a payout that stands in a message, as the outbox takes it: the id of the request, and what reads the answer to whoever has asked.
 * `before`: what happens before the outbox takes it.
 */
export function callBack(world: World, payoutId: string, before: () => void = () => undefined) {
  const { place } = world.run(payoutCancel, { payoutId });
  const providerRequestId = payoutIn(world, payoutId).cancelRequestId;
  invariant(providerRequestId !== undefined, "a cancellation is asked for by a request");
  before();
  acceptForFile(world, providerRequestId);
  return { providerRequestId, answer: () => world.answerOf(place) };
}

/** As the outbox does with what a bank takes by files. */
function acceptForFile(world: World, providerRequestId: string): void {
  const answer = { result: "accepted", providerReference: providerRequestId, channel: "file" };
  const outcome = { ...answer, progress: { status: "processing" } };
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
}
