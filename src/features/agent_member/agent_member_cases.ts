/** What the tests of the whole platform need to know of agents (test/support/noun_cases.ts). */
import { field, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { operate } from "../../../test/world/story.ts";
import { membersTold } from "../agent/agent_told.ts";
import { AGENT_AT_FIRST } from "./agent_member_examples.ts";

export const cases: NounCases = {
  lists: {
    "agent_member.list": {
      filters: {
        status: field("status"),
        search: search("pay", "agentMemberId", "name"),
      },
    },
  },
  *toldInSandbox() {
    for (const type of membersTold.types) {
      yield* operate("agent.tell", { type, agentMember: AGENT_AT_FIRST, origin: 8_201 });
    }
  },
};
