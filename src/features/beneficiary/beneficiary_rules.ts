/** What the writes of beneficiaries share: which one is meant, and which may not be touched. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { externalIdTaken, refuseTakenExternalId } from "../external_id.ts";
import { refuseOtherProduct } from "../own_product.ts";
import {
  type BeneficiaryDocument,
  type BeneficiaryStatus,
  RESERVED_ID,
} from "./beneficiary_document.ts";
import {
  type BeneficiaryPart,
  beneficiaries,
  beneficiaryNotFound,
  findBeneficiary,
  shownIdOf,
} from "./beneficiary_noun.ts";

export function isReserved(beneficiaryId: string | undefined): boolean {
  return beneficiaryId === RESERVED_ID;
}

export function refuseReserved(
  beneficiaryId: string | undefined,
): Refusal<"beneficiary_id_reserved"> | undefined {
  if (beneficiaryId === undefined || !isReserved(beneficiaryId)) return undefined;
  const message = `the beneficiary ${RESERVED_ID} is the platform's`;
  return refuse("beneficiary_id_reserved", message, { beneficiaryId });
}

/**
 * The beneficiary that a change is of, or why it cannot be changed: in the order of the refusals. `allowed`: the statuses in which
 * it can.
 */
export function changeable(
  state: BeneficiaryPart,
  { beneficiaryId, productId }: { beneficiaryId: string; productId?: string | undefined },
  { realm, principal }: Pick<DecisionContext, "realm" | "principal">,
  allowed: readonly BeneficiaryStatus[] = ["active"],
):
  | { refused: false; beneficiary: BeneficiaryDocument }
  | Refusal<"resource_not_found" | "beneficiary_id_reserved" | "state_conflict"> {
  const refusal = refuseOtherProduct(principal, productId) ?? refuseReserved(beneficiaryId);
  if (refusal !== undefined) return refusal;
  const beneficiary = findBeneficiary(state, realm, beneficiaryId);
  if (beneficiary === undefined) return beneficiaryNotFound(beneficiaryId);
  const { status } = beneficiary;
  if (allowed.includes(status)) return { refused: false, beneficiary };
  const message =
    status === "pending"
      ? `beneficiary ${beneficiaryId} is pending: its bank is asked about it`
      : `beneficiary ${beneficiaryId} is ${status}, for ever`;
  return refuse("state_conflict", message, { expected: "active", actual: status });
}

/** As `refuseTakenExternalId`, but names the holder as answers do. */
export function refuseTakenByExternalId(
  { beneficiaries: table }: BeneficiaryPart,
  realm: number,
  externalId: string | null | undefined,
  own?: Pick<BeneficiaryDocument, "beneficiaryId">,
): Refusal<"state_conflict"> | undefined {
  const id = own?.beneficiaryId;
  const asked = { externalId, ...(id !== undefined && { id }) };
  const refusal = refuseTakenExternalId(beneficiaries, table.externalIds, realm, asked);
  if (refusal === undefined) return undefined;
  const holder = table.byId(realm, String(refusal.details["actual"])) as BeneficiaryDocument;
  return externalIdTaken(beneficiaries, externalId ?? undefined, shownIdOf(holder));
}
