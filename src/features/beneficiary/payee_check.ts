/**
 * The check of a payee: a bank is asked whether an account has the name that it is said to have, before anybody is paid there.
 * What is asked has nothing personal: name and numbers are put in when the bank is asked.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Environment } from "../../contract/declare/principal.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { RailName } from "../../rails/rails.ts";
import { type ProviderState, servingProvider } from "../provider/provider_state.ts";
import { abandonFacts, newRequest } from "../provider_request/provider_request_changes.ts";
import {
  PROVIDER_REQUEST_PREFIX,
  type ProviderRequestDocument,
} from "../provider_request/provider_request_document.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { BeneficiaryDocument } from "./beneficiary_document.ts";
import type { BeneficiaryPart } from "./beneficiary_noun.ts";
import type { PayeeCheckRequest } from "./payee_request.ts";
import { simulatedCheckOf } from "./payee_simulation.ts";

export type CheckingState = BeneficiaryPart & ProviderRequestState & ProviderState & SandboxState;

/**
 * The rails for whose accounts the simulator checks payees: those whose schemes have such a check. Sources: Article 5c of Regulation
 * (EU) No 260/2012 as amended by Regulation (EU) 2024/886 (verification of payee); Pay.UK, Confirmation of Payee.
 */
const SIMULATED_RAILS: readonly RailName[] = ["sepa", "fps"];

/** Who checks the payees of a rail; undefined where nobody offers it, and the beneficiary can be paid unchecked. */
export function payeeCheckerOf(
  state: ProviderState,
  environment: Environment,
  rail: RailName,
): string | undefined {
  if (environment === "sandbox") return SIMULATED_RAILS.includes(rail) ? SIMULATOR : undefined;
  const bank = servingProvider(state, "payee_check");
  return bank?.payeeChecks?.includes(rail) === true ? bank.provider : undefined;
}

/** The request to check a beneficiary that the record makes. */
export function checkOf(
  { beneficiaryId, name, rail }: Omit<BeneficiaryDocument, "realm">,
  provider: string,
  state: SandboxState,
  context: DecisionContext,
): ProviderRequestDocument {
  const simulate = provider === SIMULATOR ? simulatedCheckOf(name) : undefined;
  const request: PayeeCheckRequest = {
    ...{ action: "check", beneficiaryId, rail },
    ...(simulate !== undefined && { simulate }),
  };
  const subject = { type: "beneficiary", id: beneficiaryId } as const;
  const clockMs = productClockMs(state, context);
  return newRequest({ kind: "payee_check", provider, subject, request }, clockMs, context);
}

/** The key of the request that checks the beneficiary: one record makes both. */
export function keyOfCheck({ beneficiaryId }: Pick<BeneficiaryDocument, "beneficiaryId">): string {
  return beneficiaryId.slice("ben_".length);
}

/** The request that checks the beneficiary. */
export function checkIdOf(beneficiary: Pick<BeneficiaryDocument, "beneficiaryId">): string {
  return `${PROVIDER_REQUEST_PREFIX}_${keyOfCheck(beneficiary)}`;
}

/** The facts by which the check of a beneficiary that is archived is given up; none where it had an answer, or none was asked. */
export function checkGivenUp(
  { providerRequests }: ProviderRequestState,
  beneficiary: BeneficiaryDocument,
  context: Pick<DecisionContext, "nowMs">,
): readonly Fact[] {
  if (beneficiary.status !== "pending") return [];
  return abandonFacts(providerRequests.get(beneficiary.realm, keyOfCheck(beneficiary)), context);
}
