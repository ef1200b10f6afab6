/** For tests: the second worked example of the language, an instalment loan, on a shard. */
import { decisionResolve } from "../../../../src/features/decision/decision.resolve.ts";
import { programOf } from "../../../../src/features/product/running_program.ts";
import { at, DAY_MS, fund } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import { LOAN } from "../../programs/programs.ts";
import { consentMade } from "../consent/consents.ts";
import { changeEntity } from "../entity/entities.ts";
import { called, objectMade, payer, runProgram } from "./objects.ts";

/** When the first instalment is due. */
export const FIRST_DUE_MS = 30 * DAY_MS;

export type Loan = ReturnType<typeof givenLoan>;

/** A loan of 30,000 with interest of 1,000 in three instalments, which was applied for; and who may borrow. */
export function givenLoan(world: World, more: object = {}, consented: object = {}) {
  runProgram(world, LOAN);
  const accounts = programOf(world.state, world.realmOf(world.caller))?.accounts ?? {};
  const lendingId = accounts["lending.EUR"] as string;
  const interestId = accounts["interest.EUR"] as string;
  fund(world, lendingId, 1_000_000n);
  const borrower = borrowerIn(world);
  const { consentId } = consentMade(world, { customerId: borrower.customerId, ...consented });
  const object = objectMade(world, "loan", {
    borrower: borrower.customerId,
    principal: "30000",
    interest: "1000",
    instalments: 3,
    firstDueAt: at(FIRST_DUE_MS),
    consent: consentId,
    ...more,
  });
  return { lendingId, interestId, borrower, consentId, object };
}

/** A person of the tier that a borrower needs, with an empty account. */
export function borrowerIn(world: World) {
  const { customerId, accountId } = payer(world, { currency: "EUR", amount: 0n });
  const realm = world.realmOf(world.caller);
  const entityId = world.state.customers.byId(realm, customerId)?.entity.entityId as string;
  changeEntity(world, entityId, { kycTier: "tier_2" });
  return { customerId, accountId };
}

/** The loan is approved, which the platform then does by itself. */
export function approvedLoan(world: World, { object }: Pick<Loan, "object">): void {
  const [decision] = called(world, object, "submit").outcome.decisions;
  world.made(decisionResolve, { decisionId: decision?.decisionId, outcome: "approve" });
  world.passTime();
}

/** The loan is paid out: its rows wait. */
export function activeLoan(world: World, more: object = {}, consented: object = {}): Loan {
  const loan = givenLoan(world, more, consented);
  approvedLoan(world, loan);
  called(world, loan.object, "disburse");
  return loan;
}
