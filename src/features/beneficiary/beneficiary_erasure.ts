/**
 * What becomes of beneficiaries that are erased, with their owner or alone: they are archived, and the state forgets the names, the
 * masks and the sealed numbers. The key that the numbers were sealed under is destroyed by whoever asks for the facts.
 */
import type { Effect, EffectKind } from "../../contract/declare/effect.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import type { BeneficiaryDocument } from "./beneficiary_document.ts";
import {
  type BeneficiaryFact,
  type BeneficiaryPart,
  beneficiaries,
  beneficiariesOf,
  findBeneficiary,
} from "./beneficiary_noun.ts";
import { checkGivenUp } from "./payee_check.ts";

/** The answer to the erasure of one beneficiary leaves when its key is destroyed, as that of an entity does. */
export const BENEFICIARY_KEY_DESTRUCTION: EffectKind = {
  kind: "beneficiary_key_destruction",
  settledBy: "platform.beneficiary.erasure.settle",
  cause: "platform",
  isAwaited: true,
};

/** The payload of the effect: the beneficiary, by the id that was made for it, and the name of the key that is destroyed. */
export type BeneficiaryKeyDestruction = { beneficiaryId: string; keyName: string };

/** The facts of the erasure of all beneficiaries of a customer that were not erased before; a bank that is asked about one is asked no more. */
export function erasureOfCustomers(
  state: BeneficiaryPart & ProviderRequestState,
  customerId: string,
  context: DecisionContext,
): Fact[] {
  const own = beneficiariesOf(state, context.realm, customerId);
  const left = own.filter(({ erasedAtMs }) => erasedAtMs === undefined);
  const inOrder = left.toSorted((one, other) => (one.beneficiaryId < other.beneficiaryId ? -1 : 1));
  return inOrder.flatMap((beneficiary) => [
    erasedFact(beneficiary, {}, context),
    ...checkGivenUp(state, beneficiary, context),
  ]);
}

/** The facts of the erasure of one beneficiary that is no customer's; a bank that is asked about it is asked no more. */
export function erasureOfOne(
  state: ProviderRequestState,
  beneficiary: BeneficiaryDocument,
  context: DecisionContext,
): Fact[] {
  const { sealed } = beneficiary;
  const more = sealed === undefined ? {} : { erasedKeyName: sealed.keyName };
  return [erasedFact(beneficiary, more, context), ...checkGivenUp(state, beneficiary, context)];
}

/**
 * The name of the key that the numbers of a beneficiary are or were under; undefined of one without numbers. That of a
 * customer's is the customer's entity, until the entity is erased.
 */
export function ownKeyNameOf({ sealed, erasedKeyName }: BeneficiaryDocument): string | undefined {
  return erasedKeyName ?? sealed?.keyName;
}

/** The effects by which the key is destroyed that the numbers of a beneficiary of no customer are or were under; none of one without numbers. */
export function keyDestructionOf(beneficiary: BeneficiaryDocument): Effect[] {
  const keyName = ownKeyNameOf(beneficiary);
  if (keyName === undefined) return [];
  const { beneficiaryId } = beneficiary;
  const payload: BeneficiaryKeyDestruction = { beneficiaryId, keyName };
  return [{ kind: BENEFICIARY_KEY_DESTRUCTION.kind, payload }];
}

/** Whether the numbers of a beneficiary, by either of its ids, were erased. */
export function isErased(state: BeneficiaryPart, realm: number, beneficiaryId: string): boolean {
  return findBeneficiary(state, realm, beneficiaryId)?.erasedAtMs !== undefined;
}

/** The fact of the erasure of one. */
function erasedFact(
  before: BeneficiaryDocument,
  more: Pick<BeneficiaryDocument, "erasedKeyName">,
  context: DecisionContext,
): BeneficiaryFact {
  const { nickname: _nickname, sealed: _sealed, ...kept } = before;
  const { accountName: _name, ...verification } = before.verification;
  const after: BeneficiaryDocument = {
    ...kept,
    ...more,
    name: "",
    destination: {},
    verification,
    status: "archived",
    erasedAtMs: context.nowMs,
  };
  const what = before.status === "archived" ? "erased" : "archived";
  return beneficiaries.changeFact(what, before, after, context);
}
