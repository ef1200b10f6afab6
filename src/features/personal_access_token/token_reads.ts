/** Tokens as reads show them. */
import { ownCredentials } from "../credential_use/own_credentials.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { personalAccessTokenResource, personalAccessTokens } from "./personal_access_token_noun.ts";

export const ownTokens = ownCredentials(
  personalAccessTokens,
  PLATFORM_TABLE.tokenByUser,
  personalAccessTokenResource,
);
