/**
 * The compact form: three tools that lead to all others, because the descriptions of some 180 tools
 * would fill most of what an agent can keep in mind.
 */
import type { Json } from "../contract/document/openapi_components.ts";
import type { Allowed } from "./grant_view.ts";
import type { Tool, ToolCatalog } from "./tool_catalog.ts";
import type { ToolArguments } from "./tool_input.ts";
import { withoutOutput } from "./tool_schema.ts";
import type { ToolSearch } from "./tool_search.ts";

export const SEARCH_TOOL = "operation_search";
export const DESCRIBE_TOOL = "operation_describe";
export const CALL_TOOL = "operation_call";

/** The most tools that a search finds, and that one request describes. */
const FOUND_MAX = 50;
const FOUND_DEFAULT = 20;
const DESCRIBED_MAX = 10;
const TEXT_MAX = 200;

const NAME: Json = {
  type: "string",
  pattern: "^[a-z][a-z0-9_.]{0,63}$",
  description: "Name of a tool, `account_balance_retrieve`, or the id of its operation.",
};
const HINTS: Json = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

export const COMPACT_TOOLS: readonly Json[] = [
  {
    name: SEARCH_TOOL,
    title: "Find tools",
    description:
      "Finds tools of this platform: say in plain words what is to be done, or name what you look for; the best come first. Begin here: accounts, transfers, holds, customers, objects, programs, Builds, Products, books, events and more each have tools.",
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          maxLength: TEXT_MAX,
          description:
            "Plain words, `refund a payment`; without any, all tools are found, in the order of their names.",
        },
        limit: { type: "integer", minimum: 1, maximum: FOUND_MAX, default: FOUND_DEFAULT },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        tools: {
          type: "array",
          items: {
            type: "object",
            properties: {
              name: { type: "string" },
              description: { type: "string" },
              readOnly: { type: "boolean", description: "False: it changes something." },
            },
            required: ["name", "description", "readOnly"],
          },
        },
        total: { type: "integer", description: "How many match, of which the best are shown." },
      },
      required: ["tools", "total"],
    },
    annotations: { title: "Find tools", ...HINTS, openWorldHint: false },
  },
  {
    name: DESCRIBE_TOOL,
    title: "Describe tools",
    description: `What tools take, as JSON Schema, and what they give where that is asked for. Ask before the first \`${CALL_TOOL}\` of a tool.`,
    inputSchema: {
      type: "object",
      properties: {
        names: { type: "array", items: NAME, minItems: 1, maxItems: DESCRIBED_MAX },
        outputSchemas: {
          type: "boolean",
          default: false,
          description: "True: what the tools give, too, which is most of a description.",
        },
      },
      required: ["names"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        tools: {
          type: "array",
          items: { type: "object" },
          description: "As `tools/list` has them, without `outputSchema` unless it is asked for.",
        },
        unknown: { type: "array", items: { type: "string" }, description: "Names of no tool." },
      },
      required: ["tools", "unknown"],
    },
    annotations: { title: "Describe tools", ...HINTS, openWorldHint: false },
  },
  {
    name: CALL_TOOL,
    title: "Call a tool",
    description:
      "Calls a tool by its name with its arguments, and answers as the tool does. A tool that changes something needs `idempotencyKey` among its arguments: a new UUID for each intended change, the same one for each attempt at it.",
    inputSchema: {
      type: "object",
      properties: {
        name: NAME,
        arguments: { type: "object", description: "As the tool's `inputSchema` says." },
      },
      required: ["name"],
      additionalProperties: false,
    },
    annotations: {
      title: "Call a tool",
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
    },
  },
];

/** What the arguments of one of the three tools lead to. */
export type CompactStep =
  | { kind: "answer"; document: Json }
  | { kind: "call"; tool: Tool; given: ToolArguments }
  | { kind: "wrong"; message: string };

/** What a call of one of the three tools leads to; undefined where no tool of the compact form has the name. */
export function compactStep(
  { catalog, search }: { catalog: ToolCatalog; search: ToolSearch },
  allowed: Allowed,
  name: string,
  given: ToolArguments,
): CompactStep | undefined {
  switch (name) {
    case SEARCH_TOOL:
      return find(search, catalog.allowedTo(allowed), given);
    case DESCRIBE_TOOL:
      return describe(catalog, given);
    case CALL_TOOL:
      return calledStep(catalog, given);
    default:
      return undefined;
  }
}

function find(search: ToolSearch, tools: readonly Tool[], given: ToolArguments): CompactStep {
  const { query = "", limit = FOUND_DEFAULT } = given;
  if (typeof query !== "string" || query.length > TEXT_MAX) {
    return wrong(`query must be a text of at most ${TEXT_MAX} characters`);
  }
  if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > FOUND_MAX) {
    return wrong(`limit must be a whole number from 1 to ${FOUND_MAX}`);
  }
  const found = search.find(query, tools).map(({ name, operation }) => ({
    name,
    description: operation.summary,
    readOnly: operation.type === "read",
  }));
  const document = { tools: found.slice(0, limit as number), total: found.length };
  return { kind: "answer", document };
}

function describe(catalog: ToolCatalog, given: ToolArguments): CompactStep {
  const { names, outputSchemas = false } = given;
  if (!isNames(names)) {
    return wrong(`names must be a list of 1 to ${DESCRIBED_MAX} names of tools`);
  }
  if (typeof outputSchemas !== "boolean") return wrong("outputSchemas must be true or false");
  const found = names.map((name) => ({ name, tool: toolNamed(catalog, name) }));
  const tools = found.flatMap(({ tool }) => {
    if (tool === undefined) return [];
    return outputSchemas ? tool.definition : withoutOutput(tool.definition);
  });
  const unknown = found.flatMap(({ name, tool }) => (tool === undefined ? [name] : []));
  return { kind: "answer", document: { tools, unknown } };
}

function isNames(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > DESCRIBED_MAX) return false;
  return value.every((name) => typeof name === "string" && name.length <= TEXT_MAX);
}

/** What the arguments of `CALL_TOOL` ask for: the call of another tool, unless they are wrong. */
export function calledStep(
  catalog: ToolCatalog,
  { name, arguments: given = {} }: ToolArguments,
): CompactStep {
  const tool = typeof name === "string" ? toolNamed(catalog, name) : undefined;
  if (tool === undefined) return wrong(`name is no tool; \`${SEARCH_TOOL}\` finds tools`);
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return wrong("arguments must be an object");
  }
  return { kind: "call", tool, given: given as ToolArguments };
}

/** The tool of that name; agents that have read the contract name the operation. */
function toolNamed(catalog: ToolCatalog, name: string): Tool | undefined {
  return catalog.getOperation(name);
}

function wrong(message: string): CompactStep {
  return { kind: "wrong", message };
}
