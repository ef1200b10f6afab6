/** Tokens with which people let programs act for them. */
import { noEvents } from "../../contract/event.ts";
import type { Feature } from "../../contract/feature.ts";
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
  operations: [],
  facts: personalAccessTokenFacts,
  eventsOf: {
    "personal_access_token.created.1": noEvents,
    "personal_access_token.revoked.1": noEvents,
  },
  announcements: { of: announcementOfToken, all: announcementsOfTokens },
  createState: createPersonalAccessTokenState,
  tables: ({ personalAccessTokens }) => [personalAccessTokens],
} satisfies Feature<PersonalAccessTokenState>;
