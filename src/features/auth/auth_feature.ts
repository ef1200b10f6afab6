/** What it takes to ask for anything without a credential: a proof of work. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { authChallengeCreate } from "./auth.challenge.create.ts";
import { authExamples } from "./auth_examples.ts";
import { type AuthState, createAuthState } from "./auth_state.ts";
import { IDENTITY_COUNTED, identityFacts } from "./identity_budget.ts";
import { authFacts, PROOF_USED } from "./used_proof.ts";

export const authFeature = {
  tag: "Start",
  operations: [authChallengeCreate],
  examples: authExamples,
  facts: { ...authFacts, ...identityFacts },
  eventsOf: { [PROOF_USED]: noEvents, [IDENTITY_COUNTED]: noEvents },
  createState: createAuthState,
  tables: ({ usedProofs, identityCounts }) => [usedProofs, identityCounts],
} satisfies Feature<AuthState>;
