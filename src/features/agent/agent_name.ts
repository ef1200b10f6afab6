/**
 * What an agent may be called: one rule on every way in, whether a person names it, or its program does, at its
 * registration, in its document or as it asks to be let in.
 */
import { type TString, Type } from "@sinclair/typebox";
import { isUnusableText } from "../../base/json_faults.ts";
import { notBlank, textFits } from "../../contract/values/formats.ts";

/** Characters of an agent's name, at most. */
export const AGENT_NAME_MAX = 120;

/** As answers have it: earlier versions took names of invisible characters. */
export const AgentName = Type.String({
  minLength: 1,
  maxLength: AGENT_NAME_MAX,
  description: "What people call the agent. It says nothing of what the agent may do.",
});

/** As a person may send it. */
export const AgentNameDraft: TString = notBlank(AgentName);

/** Whether an agent may be called so; the rule of `AgentNameDraft`, for names that come in other forms than JSON. */
export function isAgentName(name: unknown): name is string {
  return typeof name === "string" && !isUnusableText(name) && textFits(AgentNameDraft, name);
}

/** What a name must be, after the name of its field. */
export const AGENT_NAME_IS = `must be a text of 1 to ${AGENT_NAME_MAX} characters, of which one is visible`;
