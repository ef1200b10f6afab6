/** Tokens with which people let programs act for them. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import type { CredentialUseState } from "../credential_use/credential_use_state.ts";
import { dueWhenForgotten } from "../credential_use/ended_credentials.ts";
import { personalAccessTokenCreate } from "./personal_access_token.create.ts";
import { personalAccessTokenForget } from "./personal_access_token.forget.ts";
import { personalAccessTokenList } from "./personal_access_token.list.ts";
import { personalAccessTokenRetrieve } from "./personal_access_token.retrieve.ts";
import { personalAccessTokenRevoke } from "./personal_access_token.revoke.ts";
import { personalAccessTokenExamples } from "./personal_access_token_examples.ts";
import {
  announcementOfToken,
  foundToken,
  TOKENS_FORGOTTEN,
  tokenOfIdentity,
  tokensForgotten,
} from "./personal_access_token_facts.ts";
import {
  type PersonalAccessTokenState,
  personalAccessTokens,
} from "./personal_access_token_noun.ts";

/** What the operations see, of which those of an end see the most. */
type State = Parameters<(typeof personalAccessTokenRevoke)["decide"]>[0] & CredentialUseState;

export const personalAccessTokenFeature = {
  tag: "Start",
  words: {
    ids: { pat: "a personal access token" },
    scopes: {
      tokens: {
        group: "You",
        name: "your personal access tokens of your company, without their texts",
        write: "End your personal access tokens of your company. A program makes none.",
      },
    },
    done: {
      "personal_access_token.create": "Made a personal access token",
      "personal_access_token.revoke": "Revoked a personal access token",
    },
  },
  operations: [
    personalAccessTokenList,
    personalAccessTokenRetrieve,
    personalAccessTokenCreate,
    personalAccessTokenRevoke,
    personalAccessTokenForget,
  ],
  due: [
    dueWhenForgotten(
      "personal_access_tokens",
      (state: PersonalAccessTokenState) => state.personalAccessTokens,
      "personal_access_token.forget",
    ),
  ],
  examples: personalAccessTokenExamples,
  ...personalAccessTokens.manifest,
  facts: { ...personalAccessTokens.manifest.facts, [TOKENS_FORGOTTEN]: tokensForgotten },
  eventsOf: { ...personalAccessTokens.manifest.eventsOf, [TOKENS_FORGOTTEN]: noEvents },
  announcements: {
    of: announcementOfToken,
    find: foundToken,
    idOfIdentity: tokenOfIdentity,
  },
} satisfies Feature<State>;
