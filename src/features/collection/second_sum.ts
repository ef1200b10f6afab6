/**
 * A second sum of one collection: a bank has collected by an attempt that had failed, although a transfer, or another attempt, has settled the
 * collection or is under way. The money is there, so it is credited by a transfer of its own, to an account of the Product of the role
 * `product_suspense`, where the Product decides. It stands with its attempt: the collection, its consent and its object are as they were.
 */
import { invariant } from "../../base/invariant.ts";
import type { Fact } from "../../contract/records/record.ts";
import { Plan } from "../ledger/ledger.ts";
import type { AttemptContext } from "../provider_request/provider_request_changes.ts";
import { planExternalAccount } from "../sandbox/external_account.ts";
import { landMoney } from "../transfer/arriving_money.ts";
import { takeBack } from "../transfer/lost_money.ts";
import type {
  AttemptOutcome,
  CollectionAttempt,
  CollectionDocument,
} from "./collection_document.ts";
import type { CollectingState } from "./collection_facts.ts";
import { movedBy } from "./collection_money.ts";
import { collections } from "./collection_noun.ts";

/** The attempt, and the bank that was asked by it. */
export type SecondAttempt = { attempt: CollectionAttempt; provider: string };

/** Whether the attempt has a second sum, or has had one. */
export function hasSecondSum({ transferId }: Pick<CollectionAttempt, "transferId">): boolean {
  return transferId !== undefined;
}

/** The second sum is credited; one that was taken back before, to who has given it back. */
export function secondSumFacts(
  { accounts }: CollectingState,
  before: CollectionDocument,
  { attempt, provider }: SecondAttempt,
  context: AttemptContext,
): readonly Fact[] {
  const { realm, currency } = before;
  const plan = new Plan(accounts, context.place);
  const external = planExternalAccount(accounts, plan, { currency, provider }, context);
  const { returnedFromAccountId: giver, returnTransferId: takenBack } = attempt;
  const meant = giver === undefined ? undefined : accounts.ordinalOf(realm, giver);
  const common = movedBy(before, takenBack);
  const moved = { ...common, sub: plan.rows.length, sourceOrdinal: external.ordinal };
  const found = { meant, accountsBefore: external.facts.length };
  const money = landMoney(accounts, plan, moved, found, context);
  const { code: _, returnTransferId: __, returnedFromAccountId: ___, ...kept } = attempt;
  const { transferId, accountId: creditedAccountId } = money;
  const after = { ...kept, outcome: "collected", transferId, creditedAccountId } as const;
  return [
    ...external.facts,
    ...money.facts,
    ...plan.rows,
    changed(before, attempt, after, context),
  ];
}

/** The second sum goes back to the bank, from the account that has it, or from the Product's losses. `outcome`: what the bank says of the attempt. */
export function secondReturnFacts(
  { accounts }: CollectingState,
  before: CollectionDocument,
  { attempt, provider }: SecondAttempt,
  { outcome, code }: { outcome: AttemptOutcome; code: string },
  context: AttemptContext,
): readonly Fact[] {
  const { realm, currency } = before;
  const plan = new Plan(accounts, context.place);
  const external = planExternalAccount(accounts, plan, { currency, provider }, context);
  const { creditedAccountId: accountId = "", transferId: takenBack } = attempt;
  const ordinal = accounts.ordinalOf(realm, accountId);
  invariant(ordinal >= 0, "the account that a second sum went to stays");
  const common = movedBy(before, takenBack);
  const moved = { ...common, sub: plan.rows.length, destinationOrdinal: external.ordinal };
  const had = { had: { ordinal, accountId }, accountsBefore: external.facts.length };
  const money = takeBack(accounts, plan, moved, had, context);
  const { transferId: returnTransferId, accountId: returnedFromAccountId } = money;
  const after = { ...attempt, outcome, code, returnTransferId, returnedFromAccountId };
  return [
    ...external.facts,
    ...money.facts,
    ...plan.rows,
    changed(before, attempt, after, context),
  ];
}

function changed(
  before: CollectionDocument,
  attempt: CollectionAttempt,
  after: CollectionAttempt,
  context: AttemptContext,
): Fact {
  const attempts = before.attempts.map((one) => (one === attempt ? after : one));
  return collections.changeFact("updated", before, { ...before, attempts }, context);
}
