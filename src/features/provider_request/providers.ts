/**
 * The providers outside of the platform: who serves which kind of request in which environment, and what each
 * may say of a thing. In live none is connected, so nobody serves any kind there.
 */
import type { Environment } from "../../contract/principal.ts";

export const PROVIDER_KINDS = ["verification"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export type Provider = {
  provider: string;
  kind: ProviderKind;
  /** What it may say of a thing that it was asked for and has accepted. */
  outcomes: readonly string[];
};

/** The provider of every kind in a sandbox, which is a part of the platform itself. */
export const SIMULATOR = "simulator";

const SIMULATED = [
  {
    provider: SIMULATOR,
    kind: "verification",
    outcomes: ["verified", "rejected", "requires_input"],
  },
] as const satisfies readonly Provider[];

/** What the simulator may say of a verification. */
export type VerificationOutcome = (typeof SIMULATED)[0]["outcomes"][number];

/** The providers that serve somebody in an environment. */
export function providersIn(environment: Environment): readonly Provider[] {
  return environment === "sandbox" ? SIMULATED : [];
}

/** The provider that serves requests of a kind in an environment; undefined where there is none. */
export function providerOf(kind: ProviderKind, environment: Environment): Provider | undefined {
  return providersIn(environment).find((provider) => provider.kind === kind);
}
