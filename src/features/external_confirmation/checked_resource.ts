/** What a confirmation is about, compared with what the platform has on record of it. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { type CreditState, creditOnRecord, refuseAddress } from "./confirmed_credit.ts";
import {
  type Confirmable,
  type ConfirmedNotFound,
  type ConfirmedState,
  confirmableCollection,
  confirmablePayout,
  confirmableVerification,
} from "./confirmed_subjects.ts";
import type { ConfirmedFacts } from "./external_confirmation_document.ts";
import { confirmationsOf, type ExternalConfirmationState } from "./external_confirmation_noun.ts";
import { notFinalized } from "./source_operation.ts";

export type CheckState = ConfirmedState & CreditState & ExternalConfirmationState;

type CheckRefusal =
  | ConfirmedNotFound
  | Refusal<
      | "operation_not_finalized"
      | "financial_address_not_found"
      | "financial_address_status_forbidden"
      | "financial_address_destination_mismatch"
      | "currency_mismatch"
      | "external_confirmation_resource_conflict"
      | "collection_transfer_mismatch"
    >;

/** The id of what is confirmed; absent of a credit that is not on record yet. */
export type CheckedResource = { refused: false; resourceId?: string };

/** Refuses what contradicts the record, and what the record does not have yet. */
export function checkedResource(
  state: CheckState,
  realm: number,
  said: ConfirmedFacts,
): CheckedResource | CheckRefusal {
  const found = foundResource(state, realm, said);
  if (found.refused) return found;
  const { resourceId, confirmable } = found;
  const address = resourceId === undefined ? refuseAddress(state, realm, said) : undefined;
  if (address !== undefined) return address;
  if (resourceId === undefined || confirmable === undefined) return { refused: false };
  const refusal =
    refuseCurrency(said, confirmable) ??
    refuseStanding(said, resourceId, confirmable) ??
    refuseOtherFacts(said, resourceId, confirmable) ??
    refuseConfirmed(state, realm, { said, resourceId });
  return refusal ?? { refused: false, resourceId };
}

type Found = { refused: false; resourceId?: string; confirmable?: Confirmable };

function foundResource(
  state: CheckState,
  realm: number,
  said: ConfirmedFacts,
): Found | ConfirmedNotFound {
  const { resource, outcome } = said;
  const { type, id = "" } = resource;
  if (type === "received_credit") return creditOnRecord(state, realm, said);
  const confirmable = CONFIRMABLE[type](state, realm, id, outcome);
  return confirmable.refused ? confirmable : { refused: false, resourceId: id, confirmable };
}

const CONFIRMABLE = {
  payout: confirmablePayout,
  collection: confirmableCollection,
  verification: confirmableVerification,
} as const;

function refuseCurrency(
  { currency }: ConfirmedFacts,
  { currency: expected, accountId }: Confirmable,
): Refusal<"currency_mismatch"> | undefined {
  if (expected === undefined || currency === undefined || currency === expected) return undefined;
  return refuse("currency_mismatch", `the thing on record is in ${expected}, not ${currency}`, {
    expected,
    received: currency,
    accountId: accountId ?? "",
    issues: [
      { code: "currency_mismatch", message: `currency must be ${expected}`, path: ["currency"] },
    ],
  });
}

function refuseStanding(
  { outcome, resource }: ConfirmedFacts,
  id: string,
  { stands, status, operationId }: Confirmable,
): Refusal<"operation_not_finalized" | "external_confirmation_resource_conflict"> | undefined {
  if (stands === "reached") return undefined;
  if (stands === "open") return notFinalized(operationId ?? id, status);
  const message = `${id} is ${status}, which contradicts ${outcome}`;
  return refuse("external_confirmation_resource_conflict", message, {
    resource: { type: resource.type, id },
  });
}

/** The facts that are not as the thing has them, by their names in requests. */
function refuseOtherFacts(
  said: ConfirmedFacts,
  id: string,
  confirmable: Confirmable,
): Refusal<"external_confirmation_resource_conflict" | "collection_transfer_mismatch"> | undefined {
  const mismatched = [
    ...(said.amountMinor === confirmable.amountMinor ? [] : ["amount"]),
    ...(isOther(said.destinationAccountId, confirmable.destinationAccountId)
      ? ["destinationAccountId"]
      : []),
    ...(isOther(said.financialAddressId, confirmable.financialAddressId)
      ? ["financialAddressId"]
      : []),
  ];
  if (mismatched.length === 0) return undefined;
  const message = `${id} has other facts: ${mismatched.join(", ")}`;
  const { type } = said.resource;
  if (type === "collection") {
    const { transferId } = confirmable;
    return refuse("collection_transfer_mismatch", message, {
      collectionId: id,
      ...(transferId !== undefined && { transferId }),
      mismatched,
    });
  }
  return refuse("external_confirmation_resource_conflict", message, {
    resource: { type, id },
    mismatched,
  });
}

function isOther(said: string | undefined, onRecord: string | undefined): boolean {
  return said !== undefined && said !== onRecord;
}

/** One outcome of a thing is confirmed once. */
function refuseConfirmed(
  state: CheckState,
  realm: number,
  { said, resourceId }: { said: ConfirmedFacts; resourceId: string },
): Refusal<"external_confirmation_resource_conflict"> | undefined {
  const earlier = confirmationsOf(state, realm, resourceId).find(
    ({ outcome, status }) => outcome === said.outcome && status !== "rejected",
  );
  if (earlier === undefined) return undefined;
  const { externalConfirmationId, provider, externalReference } = earlier;
  const message = `${resourceId} was confirmed as ${said.outcome} by ${provider} ${externalReference}`;
  return refuse("external_confirmation_resource_conflict", message, {
    externalConfirmationId,
    resource: { type: said.resource.type, id: resourceId },
  });
}
