/** Documents of the platform actor as edges take them into their credential tables. */
import type { CredentialChange } from "../access/credential_table.ts";
import type { ApiKeyDocument, ProductDocument } from "../features/platform/platform_state.ts";

export function productChange({ scope: _, ...product }: ProductDocument): CredentialChange {
  return { kind: "product", product };
}

export function keyChange({ scope: _, ...key }: ApiKeyDocument): CredentialChange {
  return { kind: "api_key", key };
}
