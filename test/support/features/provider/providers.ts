/** For tests: providers that are configured in a world. */
import type { ProviderKind } from "../../../../src/contract/messages/provider_kinds.ts";
import { PLATFORM_NAMES } from "../../../../src/contract/records/platform_realm.ts";
import { providerConfigure } from "../../../../src/features/provider/provider.configure.ts";
import type { ProviderDocument } from "../../../../src/features/provider/provider_document.ts";
import { keyCaller } from "../../../world/callers.ts";
import type { World } from "../../../world/world.ts";
import type { Asking } from "../../../world/writing.ts";

export const PLATFORM = { cause: "platform" } as const;
/** In the platform's own realm, where the operator's commands configure providers. */
export const IN_PLATFORM_REALM = { ...PLATFORM, caller: keyCaller(PLATFORM_NAMES) };

export const secretOf = (name: string) => ({ sealed: `sealed-${name}`, prefix: `whsec_${name}` });

export const acme = {
  provider: "acme",
  kind: "verification",
  url: "https://acme.example.com/api",
  user: "ada/1000",
};

/** Configures a provider, of verifications where no other kind is named, with a new secret where it is named. */
export function configured(
  world: World,
  provider: string,
  secret?: string,
  { kind = "verification", ...asking }: Asking & { kind?: ProviderKind } = PLATFORM,
): ProviderDocument {
  const named = secret !== undefined && { secret: secretOf(secret) };
  const input = { ...acme, provider, kind, ...named };
  world.made(providerConfigure, input, asking);
  return documentOf(world, provider);
}

export function documentOf(world: World, provider: string): ProviderDocument {
  const document = world.state.providers.find(provider);
  if (document === undefined) throw new Error(`${provider} is not configured`);
  return document;
}
