/** The personal access tokens in the memory of the platform shard, in the platform's realm. */
import { ResourceTable } from "../../contract/declare/resource.ts";
import type { PersonalAccessTokenDocument } from "./personal_access_token_document.ts";
import { personalAccessTokens } from "./personal_access_token_resource.ts";

export type PersonalAccessTokenState = {
  personalAccessTokens: ResourceTable<PersonalAccessTokenDocument>;
};

export function createPersonalAccessTokenState(): PersonalAccessTokenState {
  return {
    personalAccessTokens: new ResourceTable<PersonalAccessTokenDocument>(personalAccessTokens),
  };
}
