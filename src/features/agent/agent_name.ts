/**
 * The rule for names of agents. It holds whoever gives the name: a person, or the agent's program at its registration,
 * in its client document or when it asks for a grant.
 */
import { type TString, Type } from "@sinclair/typebox";
import { isUnusableText } from "../../base/json_faults.ts";
import { notBlank, textFits } from "../../contract/values/formats.ts";

/** Characters of an agent's name, at most. */
export const AGENT_NAME_MAX = 120;

/** A name in answers, which may be older than the rule: earlier versions took names of invisible characters. */
export const AgentName = Type.String({
  minLength: 1,
  maxLength: AGENT_NAME_MAX,
  description: "What people call the agent. It says nothing of what the agent may do.",
});

/** A name in requests. */
export const AgentNameDraft: TString = notBlank(AgentName);

/** Whether the value is a name for an agent: the rule of `AgentNameDraft`, for names that do not come as JSON. */
export function isAgentName(name: unknown): name is string {
  return typeof name === "string" && !isUnusableText(name) && textFits(AgentNameDraft, name);
}

/** What a name must be, after the name of its field. */
export const AGENT_NAME_IS = `must be a text of 1 to ${AGENT_NAME_MAX} characters, of which one is visible`;
