/** Whether a Product may begin collections: one that runs a Build needs the capability of its program. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { capabilitiesOf } from "../../programs/capabilities.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import type { ProductPrograms } from "../product/product_state.ts";
import { compiledOf, programOf } from "../product/running_program.ts";

const CAPABILITY = "collections";

/** Of a Product without a Build the scopes of the credential alone decide. */
export function refuseWithoutCapability(
  state: ProductPrograms,
  realm: number,
): Refusal<"missing_required_workspace_capability"> | undefined {
  const running = programOf(state, realm);
  const program = running && compiledOf(state, realm, running.buildId);
  if (program === undefined) return undefined;
  if (capabilitiesOf(program.typed, PLATFORM_TERMS).includes(CAPABILITY)) return undefined;
  const message = `the Build of the Product does not need ${CAPABILITY}, so the Product makes none`;
  const capability = CAPABILITY;
  return refuse("missing_required_workspace_capability", message, { capability });
}
