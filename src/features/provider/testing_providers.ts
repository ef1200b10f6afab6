/** For tests: providers that are configured in a world. */
import type { World } from "../../../test/world/world.ts";
import { providerConfigure } from "./provider.configure.ts";
import type { ProviderDocument } from "./provider_document.ts";

export const PLATFORM = { cause: "platform" } as const;

export const secretOf = (name: string) => ({ sealed: `sealed-${name}`, prefix: `whsec_${name}` });

export const acme = {
  provider: "acme",
  kind: "verification",
  url: "https://acme.example.com/api",
  user: "ada/1000",
};

/** Configures a provider, with a new secret where it is named. */
export function configured(world: World, provider: string, secret?: string): ProviderDocument {
  const input = { ...acme, provider, ...(secret !== undefined && { secret: secretOf(secret) }) };
  world.made(providerConfigure, input, PLATFORM);
  return documentOf(world, provider);
}

export function documentOf(world: World, provider: string): ProviderDocument {
  const document = world.state.providers.find(provider);
  if (document === undefined) throw new Error(`${provider} is not configured`);
  return document;
}
