/** The refusal of an operation on a provider that nobody has configured. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";

export function providerNotFound(provider: string): Refusal<"resource_not_found"> {
  const message = `no provider is called ${provider}`;
  return refuse("resource_not_found", message, { resourceType: "provider" });
}
