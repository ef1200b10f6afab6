/**
 * beneficiary.create: says who can be paid, and to which account. The numbers of the account are sealed before anything is
 * written; the record, the event and every answer have masks of them. Where a bank checks payees the intent to ask it is on record first.
 */
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import {
  type Issue,
  type Refusal,
  refuse,
  refuseConstraint,
} from "../../contract/refusals/refusal.ts";
import { countryOfIban } from "../../rails/account_numbers.ts";
import type { AccountState } from "../account/account_state.ts";
import { customerNotFound } from "../customer/customer_noun.ts";
import { entityOf, refuseErased } from "../entity/entity_lifecycle.ts";
import { refuseKycCountry } from "../entity/kyc_country.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { roleOf } from "../ledger/roles.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { resumeInputOf } from "../provider_request/provider_request_ending.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import { issuesOfDestination, maskedDestination, numbersOf } from "./beneficiary_destination.ts";
import type { BeneficiaryDocument } from "./beneficiary_document.ts";
import { beneficiariesAndRequestsOf, endingOfBeneficiary } from "./beneficiary_ending.ts";
import {
  type BeneficiaryPart,
  beneficiaries,
  countBeneficiaries,
  findBeneficiary,
} from "./beneficiary_noun.ts";
import { refuseReserved, refuseTakenByExternalId } from "./beneficiary_rules.ts";
import { Beneficiary, BeneficiaryDraft } from "./beneficiary_schema.ts";
import { type PreparedNumbers, sealedNumbers } from "./beneficiary_sealing.ts";
import { type CheckingState, checkOf, payeeCheckerOf } from "./payee_check.ts";

/**
 * The most beneficiaries of the owner type `customer` that a customer has, archived ones too: an erasure changes all of
 * them in one record.
 */
export const CUSTOMER_BENEFICIARIES_MAX = 100;
/** Owners of accounts that money may be paid to. The platform's and those of objects are paid by their own operations. */
const PAID_OWNERS: readonly string[] = ["customer", "product", "tenant"];

export const beneficiaryCreate = declareWrite<AccountState & CheckingState>()({
  id: "beneficiary.create",
  summary: "Create a beneficiary",
  description:
    "Who can be paid, and by which rail to which account. The numbers are checked by form, length and check digits, sealed at once, and shown as masks from then on. What a beneficiary pays to never changes: archive it and create another. Where a bank checks payees of the rail, it is asked whether the account has the name, and the answer comes when it has answered: `active` with what it found in `verification`, or `pending` where it takes longer; `beneficiary.updated` tells then. A bank that refuses the account is `provider_egress_rejected`, and the beneficiary stays `blocked`. After a `provider_egress_failed` the same request with the same key asks again.",
  http: { method: "POST", path: "/beneficiaries", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "beneficiaries:write",
  body: BeneficiaryDraft,
  output: Beneficiary,
  refusals: [
    "resource_not_found",
    "beneficiary_id_reserved",
    "customer_not_found",
    "entity_status_forbidden",
    "account_not_found",
    "account_role_owner_mismatch",
    "kyc_country_unsupported",
    "state_conflict",
    "state_constraint_failed",
    "provider_egress_rejected",
    "provider_egress_failed",
    "ledger_unavailable",
  ],
  events: ["beneficiary.created"],
  check: issuesOfDraft,
  preparesWith: { snapshot: true },
  prepare: sealedNumbers,
  secrets: { digest: (prepared) => (prepared.kind === "sealed" ? prepared.digest : "") },
  decide(state, draft, context) {
    const { principal, prepared } = context;
    const refusal =
      refuseOtherProduct(principal, draft.productId) ??
      refuseReserved(draft.beneficiaryId) ??
      refuseOwner(state, draft, context) ??
      refuseAccount(state, draft, context) ??
      refuseCountry(draft) ??
      refuseTaken(state, draft, context) ??
      refuseTooMany(state, draft, context);
    if (refusal !== undefined) return refusal;
    const made = beneficiaryOf(draft, prepared, context);
    const checker = payeeCheckerOf(state, principal.environment, draft.rail);
    if (checker === undefined) return accept([beneficiaries.fact("created", made)]);
    const pending = { ...made, status: "pending" as const };
    const check = checkOf(pending, checker, state, context);
    return accept([beneficiaries.fact("created", pending), ofRequests.fact("made", check)]);
  },
  lasting: {
    endOf: endingOfBeneficiary,
    resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
  },
  replyState: beneficiariesAndRequestsOf,
});

function issuesOfDraft({ beneficiaryId, ownerType, ownerId, rail, destination }: BeneficiaryDraft) {
  const issues: Issue[] = [];
  const found = (code: string, message: string, path: string) =>
    issues.push({ code, message, path: [path] });
  if (beneficiaryId?.startsWith("ben_") === true) {
    found("format", "beneficiaryId begins with ben_, as ids that are made do", "beneficiaryId");
  }
  if (ownerType === "customer" && ownerId === undefined) {
    found("required", "ownerId is required of the owner type customer", "ownerId");
  }
  if (ownerType !== "customer" && ownerId !== undefined) {
    found("unknown_field", `ownerId is no field of the owner type ${ownerType}`, "ownerId");
  }
  return [...issues, ...issuesOfDestination(rail, destination)];
}

/** The customer must be there, and what was submitted of its entity must not have been erased. */
function refuseOwner(
  state: AccountState,
  { ownerId }: BeneficiaryDraft,
  { realm, prepared }: DecisionContext<PreparedNumbers>,
): Refusal<"customer_not_found" | "entity_status_forbidden"> | undefined {
  if (ownerId === undefined) return undefined;
  const customer = state.customers.byId(realm, ownerId);
  // The customer was made after the snapshot of the preparation: nobody could know the id.
  if (customer === undefined || prepared.kind === "unknown")
    return customerOfOwnerNotFound(ownerId);
  const entity = entityOf(state, realm, customer);
  const isErased = entity.erasedAtMs !== undefined || prepared.kind === "erased";
  return isErased ? refuseErased(entity) : undefined;
}

function customerOfOwnerNotFound(ownerId: string): Refusal<"customer_not_found"> {
  const { message, details } = customerNotFound(ownerId);
  return refuse("customer_not_found", message, {
    ...details,
    customerId: ownerId,
    issues: [{ code: "not_found", message: "ownerId names no customer", path: ["ownerId"] }],
  });
}

/** The account of the rail `book` must be one of this realm, and not one of the platform or of an object. */
function refuseAccount(
  { accounts }: AccountState,
  { destination: { accountId } }: BeneficiaryDraft,
  { realm }: Pick<DecisionContext, "realm">,
): Refusal<"account_not_found" | "account_role_owner_mismatch"> | undefined {
  if (accountId === undefined) return undefined;
  const path = ["destination", "accountId"];
  const ordinal = accounts.ordinalOf(realm, accountId);
  if (ordinal < 0) {
    const { message, details } = accountNotFound(accountId, "destination.accountId");
    const issues = [{ code: "not_found", message: `${path.join(".")} names no account`, path }];
    return refuse("account_not_found", message, { ...details, accountId, issues });
  }
  const { ownerType } = accounts.document(ordinal);
  if (PAID_OWNERS.includes(ownerType)) return undefined;
  const message = `account ${accountId} belongs to the owner type ${ownerType}, which no beneficiary has`;
  return refuse("account_role_owner_mismatch", message, {
    role: roleOf(accounts.roleCode(ordinal)).role,
    ownerType,
    expectedOwnerTypes: PAID_OWNERS,
    issues: [{ code: "owner_mismatch", message, path }],
  });
}

function refuseCountry({
  destination,
}: BeneficiaryDraft): Refusal<"kyc_country_unsupported"> | undefined {
  const { iban } = numbersOf(destination);
  if (iban === undefined) return undefined;
  return refuseKycCountry(countryOfIban(iban), ["destination", "iban"]);
}

function refuseTaken(
  state: BeneficiaryPart,
  { beneficiaryId, externalId }: BeneficiaryDraft,
  { realm }: Pick<DecisionContext, "realm">,
): Refusal<"state_conflict"> | undefined {
  if (beneficiaryId !== undefined && findBeneficiary(state, realm, beneficiaryId) !== undefined) {
    const message = `there is a beneficiary ${beneficiaryId} already`;
    return refuse("state_conflict", message, {
      expected: null,
      actual: beneficiaryId,
      resource: { type: "beneficiary", id: beneficiaryId },
      issues: [{ code: "beneficiary_id_taken", message, path: ["beneficiaryId"] }],
    });
  }
  return refuseTakenByExternalId(state, realm, externalId);
}

function refuseTooMany(
  state: BeneficiaryPart,
  { ownerId }: BeneficiaryDraft,
  { realm }: Pick<DecisionContext, "realm">,
): Refusal<"state_constraint_failed"> | undefined {
  if (ownerId === undefined) return undefined;
  const atMost = CUSTOMER_BENEFICIARIES_MAX;
  if (countBeneficiaries(state, { realm, customerId: ownerId, atMost }) < atMost) return undefined;
  const message = `customer ${ownerId} has ${atMost} beneficiaries, the most of a customer`;
  const constraint = "beneficiaries_of_a_customer";
  return refuseConstraint(constraint, message, {
    limit: atMost,
    issues: [{ code: constraint, message, path: ["ownerId"] }],
  });
}

function beneficiaryOf(
  { beneficiaryId, ownerType, ownerId, name, rail, destination, ...more }: BeneficiaryDraft,
  prepared: PreparedNumbers,
  { nowMs, actor, newId }: DecisionContext,
): Omit<BeneficiaryDocument, "realm"> {
  const { nickname, metadata, externalId } = more;
  return {
    beneficiaryId: newId("ben"),
    ...(beneficiaryId !== undefined && { chosenId: beneficiaryId }),
    ownerType,
    ...(ownerId !== undefined && { ownerId }),
    name,
    rail,
    destination: maskedDestination(destination),
    ...(prepared.kind === "sealed" && { sealed: prepared.sealed }),
    ...(nickname !== undefined && { nickname }),
    status: "active",
    verification: { status: "unverified" },
    ...(metadata !== undefined && { metadata }),
    ...(externalId !== undefined && { externalId }),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    revision: 1,
    changedBy: actorText(actor),
  };
}
