/**
 * The providers outside of the platform: the kinds of requests, what a provider may say of a thing, and who serves
 * in sandbox. In live it is whom the operator has configured (`../provider`).
 */
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

export const SIMULATED_PROVIDERS: readonly Provider[] = [
  { provider: SIMULATOR, kind: "verification", outcomes: VERIFICATION_OUTCOMES },
];

/** The provider that serves requests of a kind in sandbox; undefined where there is none. */
export function simulatedProvider(kind: ProviderKind): Provider | undefined {
  return SIMULATED_PROVIDERS.find((provider) => provider.kind === kind);
}
