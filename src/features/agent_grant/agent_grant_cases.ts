/** What the tests of the whole platform need to know of grants of agents (test/support/noun_cases.ts). */
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { operate } from "../../../test/world/story.ts";
import { grantsTold } from "../agent/agent_told.ts";
import { GRANT_AT_FIRST } from "./agent_grant_examples.ts";

export const cases: NounCases = {
  lists: {
    "agent_grant.list": {
      filters: {
        status: field("status", "expired"),
        agentMemberId: field("agentMemberId"),
      },
    },
  },
  *toldInSandbox() {
    for (const type of grantsTold.types) {
      yield* operate("agent.tell", { type, agentGrant: GRANT_AT_FIRST, origin: 8_201 });
    }
  },
};
