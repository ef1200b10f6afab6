/**
 * When and from where each credential was used last, as far as it was noted: keys, sessions and
 * tokens, by their public ids, in the platform's realm. Edges note a use of a credential at most
 * every 15 minutes, and report what they noted together, so no request costs a write.
 */
import type { CredentialUse } from "../../contract/messages/credential_use.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";

export type CredentialUseDocument = Omit<CredentialUse, "id"> & { realm: number };

export type CredentialUseState = { credentialUses: DocumentTable<CredentialUseDocument> };

export function createCredentialUseState(): CredentialUseState {
  const credentialUses = new DocumentTable<CredentialUseDocument>({
    name: "credential_use",
    code: PLATFORM_TABLE.credentialUse,
    stored: { realmOf: () => PLATFORM_REALM },
  });
  return { credentialUses };
}

/**
 * The newest noted use of the key, session or token with the public id; undefined where none was
 * noted. `snapshot`: of the platform shard.
 */
export function lastUseOf(
  snapshot: Snapshot,
  id: string,
): Pick<CredentialUse, "atMs" | "address"> | undefined {
  const value = snapshot.get(PLATFORM_TABLE.credentialUse, PLATFORM_REALM, id);
  return value === undefined ? undefined : decodeDocument<CredentialUseDocument>(value);
}
