/**
 * The providers outside of the platform: who serves which kind of request in which environment, and what each
 * may say of a thing. In live it is whom the operator has configured (`../provider`).
 */
import type { Environment } from "../../contract/principal.ts";

export const PROVIDER_KINDS = ["verification"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** What the platform understands of a verification, whoever verifies. */
export const VERIFICATION_OUTCOMES = ["verified", "rejected", "requires_input"] as const;
export type VerificationOutcome = (typeof VERIFICATION_OUTCOMES)[number];

export type Provider = {
  provider: string;
  kind: ProviderKind;
  /** What it may say of a thing that it was asked for and has accepted. */
  outcomes: readonly VerificationOutcome[];
};

/** The provider of every kind in a sandbox, which is a part of the platform itself. */
export const SIMULATOR = "simulator";

const SIMULATED: readonly Provider[] = [
  { provider: SIMULATOR, kind: "verification", outcomes: VERIFICATION_OUTCOMES },
];

/** The providers that serve somebody in an environment. */
export function providersIn(environment: Environment): readonly Provider[] {
  return environment === "sandbox" ? SIMULATED : [];
}

/** The provider that serves requests of a kind in an environment; undefined where there is none. */
export function providerOf(kind: ProviderKind, environment: Environment): Provider | undefined {
  return providersIn(environment).find((provider) => provider.kind === kind);
}
