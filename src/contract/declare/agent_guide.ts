/** What agents are told, before they begin and after a refusal: words of the domain, which the protocol only carries. */
import type { ErrorCode } from "../refusals/error_catalog.ts";
import type { DetailsByCode } from "../refusals/error_details.ts";

export type AgentGuide = {
  /** What a model reads of the server before anything else. */
  instructions: string;
  /** What can be read at once. */
  resources: readonly GuideResource[];
  /** What can be read once the fields of its path are known. */
  templates: readonly GuideTemplate[];
  /** What a person can ask an agent to begin with. */
  prompts: readonly GuidePrompt[];
  /** What is proposed while somebody fills in arguments of prompts and fields of templates. */
  completions: readonly GuideCompletion[];
  /** What an agent does after a refusal, by code. */
  nextSteps: NextSteps;
  synonyms: Synonyms;
};

/** By words that names and titles of operations have: what is said in their place, separated by commas. */
export type Synonyms = Readonly<Record<string, string>>;

/** Of a server that has nothing to tell. */
export const NO_GUIDE: AgentGuide = {
  instructions: "",
  resources: [],
  templates: [],
  prompts: [],
  completions: [],
  nextSteps: {},
  synonyms: {},
};

type Described = { name: string; title: string; description: string };

/** A read by GET, with an input that is fixed. */
export type GuideResource = Described & {
  operation: string;
  input: Readonly<Record<string, string>>;
};

/** A read by GET, whose path and these fields of the query are filled in. */
export type GuideTemplate = Described & { operation: string; query?: readonly string[] };

export type GuidePrompt = Described & {
  arguments: readonly PromptArgument[];
  /** What is worth to be read with the prompt: reads by GET, with fields that arguments fill. */
  reads: readonly { operation: string; input: Readonly<Record<string, PromptField>> }[];
  /** What the agent is asked, with the arguments that were given. */
  text(given: Readonly<Record<string, string>>): string;
};

export type PromptArgument = { name: string; description: string; required: boolean };

/** A fixed value, or the argument that has it. */
export type PromptField = { value: string } | { argument: string };

/**
 * The values of arguments and fields of these names: those of a list that a read answers with. `list`: the field
 * that has the list; `value`: that of the value in each row; `label`: that of what people call it.
 */
export type GuideCompletion = {
  arguments: readonly string[];
  operation: string;
  input: Readonly<Record<string, PromptField>>;
  list: string;
  value: string;
  label?: string;
};

/** What is known of the call that was refused. */
export type NextStepCall = {
  /** The operation that was called. */
  operation: string;
  /** Whether the agent may call a tool for the operation. */
  hasTool(operation: string): boolean;
};

/**
 * Sentences that say what an agent does after a refusal. They name operations by their ids; an agent is told the
 * names of the tools.
 */
export type NextSteps = {
  readonly [C in ErrorCode]?: string | ((details: DetailsByCode[C], call: NextStepCall) => string);
};
