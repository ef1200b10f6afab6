/** What the tests of the whole platform need to know of grants of agents (test/support/noun_cases.ts). */
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "agent_grant.list": {
      filters: {
        status: field("status", "expired"),
        agentMemberId: field("agentMemberId"),
      },
    },
  },
};
