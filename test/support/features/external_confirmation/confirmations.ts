/** For tests: external confirmations in a world. */
import { externalConfirmationCreate } from "../../../../src/features/external_confirmation/external_confirmation.create.ts";
import type { Input } from "../../../world/input.ts";
import type { World } from "../../../world/world.ts";
import type { Answer, Asking } from "../../../world/writing.ts";
import { activeAddress } from "../financial_address/addresses.ts";
import { bookPayable, pay } from "../payout/payouts.ts";

export const OCCURRED = "2026-01-30T08:15:00.000Z";

/** What the back office says of a payout of 12.50 that is posted. */
export function saidOfPayout(payoutId: unknown): Input {
  return {
    provider: "back-office",
    externalReference: "LETTER-1",
    outcome: "posted",
    resource: { type: "payout", id: payoutId },
    amount: "1250",
    currency: "EUR",
    occurredAt: OCCURRED,
  };
}

/** What the back office says of a credit of 12.50 at an address, which is not on record. */
export function saidOfCredit(financialAddressId: unknown, more: Input = {}): Input {
  return {
    provider: "back-office",
    externalReference: "STATEMENT-1",
    outcome: "received",
    resource: { type: "received_credit" },
    financialAddressId,
    amount: "1250",
    currency: "EUR",
    occurredAt: OCCURRED,
    ...more,
  };
}

/** Records a confirmation of a payout over the book, which is posted. */
export function confirmedPayout(
  world: World,
  { caller = world.caller, reference = "LETTER-1" }: Asking & { reference?: string } = {},
): Answer {
  const { payoutId } = pay(world, bookPayable(world, caller), "1250", {}, { caller });
  const said = { ...saidOfPayout(payoutId), externalReference: reference };
  return world.made(externalConfirmationCreate, said, { caller });
}

/** Three, a second between one and the next: of a payout, and of two credits that are not on record. */
export function threeConfirmations(world: World) {
  const first = confirmedPayout(world);
  world.nowMs += 1_000;
  const { financialAddressId } = activeAddress(world);
  const credit = (externalReference: string) =>
    world.made(externalConfirmationCreate, saidOfCredit(financialAddressId, { externalReference }));
  const second = credit("STATEMENT-1");
  world.nowMs += 1_000;
  return { first, second, third: credit("LETTER-10") };
}
