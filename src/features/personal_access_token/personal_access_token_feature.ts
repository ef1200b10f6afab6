/** Tokens with which people let programs act for them. */
import { noEvents } from "../../contract/event.ts";
import type { Feature } from "../../contract/feature.ts";
import { personalAccessTokenCreate } from "./personal_access_token.create.ts";
import { personalAccessTokenList } from "./personal_access_token.list.ts";
import { personalAccessTokenRetrieve } from "./personal_access_token.retrieve.ts";
import { personalAccessTokenRevoke } from "./personal_access_token.revoke.ts";
import { personalAccessTokenExamples } from "./personal_access_token_examples.ts";
import {
  announcementOfToken,
  announcementsOfTokens,
  personalAccessTokenFacts,
} from "./personal_access_token_facts.ts";
import {
  createPersonalAccessTokenState,
  type PersonalAccessTokenState,
} from "./personal_access_token_state.ts";

export const personalAccessTokenFeature = {
  operations: [
    personalAccessTokenList,
    personalAccessTokenRetrieve,
    personalAccessTokenCreate,
    personalAccessTokenRevoke,
  ],
  examples: personalAccessTokenExamples,
  facts: personalAccessTokenFacts,
  eventsOf: {
    "personal_access_token.created.1": noEvents,
    "personal_access_token.revoked.1": noEvents,
  },
  announcements: { of: announcementOfToken, all: announcementsOfTokens },
  createState: createPersonalAccessTokenState,
  tables: ({ personalAccessTokens }) => [personalAccessTokens],
} satisfies Feature<PersonalAccessTokenState>;
