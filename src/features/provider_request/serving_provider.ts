/** Who serves a kind of request: in sandbox the simulator, in live whom the operator has configured. */
import type { Environment } from "../../contract/declare/principal.ts";
import type { RequestKind } from "../../contract/messages/provider_kinds.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { type ProviderSight, servingProvider } from "../provider/provider_state.ts";
import { SIMULATOR } from "./providers.ts";

/** What a kind of request is about, for people. */
const ABOUT: Readonly<Record<RequestKind, string>> = {
  verification: "verifications",
  payout: "payouts",
  collection: "collections",
  address: "financial addresses",
  credit_return: "received credits that are sent back",
  payee_check: "checks of payees",
};

/** The name of the provider; or the refusal where nobody is configured in live. */
export function providerFor(
  state: ProviderSight,
  environment: Environment,
  kind: RequestKind,
): { refused: false; provider: string } | Refusal<"state_constraint_failed"> {
  if (environment === "sandbox") return { refused: false, provider: SIMULATOR };
  const serving = servingProvider(state, kind);
  if (serving !== undefined) return { refused: false, provider: serving.provider };
  const message = `no provider of ${ABOUT[kind]} is configured in live; in sandbox the simulator serves`;
  return refuseConstraint("provider_not_configured", message);
}
