/** What people let agents do. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { BuildState } from "../build/build_state.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { agentGrantList } from "./agent_grant.list.ts";
import { agentGrantRetrieve } from "./agent_grant.retrieve.ts";
import { agentGrantRevoke } from "./agent_grant.revoke.ts";
import { agentGrantUpdate } from "./agent_grant.update.ts";
import { agentGrantExamples } from "./agent_grant_examples.ts";

export const agentGrantFeature = {
  tag: "Agents",
  words: {
    ids: { grant: "a grant of an agent" },
    done: {
      "agent_grant.revoke": "Ended a grant of an agent",
      "agent_grant.update": "Narrowed a grant of an agent",
    },
  },
  operations: [agentGrantList, agentGrantRetrieve, agentGrantUpdate, agentGrantRevoke],
  examples: agentGrantExamples,
} satisfies Feature<TenantState & BuildState>;
