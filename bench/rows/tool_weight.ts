/**
 * What tools weigh in the context of a model: tokens of what a host shows it, at four bytes a token. Counted,
 * not measured: every turn gives the same.
 */
import type { AnyOperation } from "../../src/calls/callable.ts";
import type { Json } from "../../src/contract/document/openapi_components.ts";
import type { Row, Turn } from "../row.ts";

const SIDE = "tools";
/** JSON Schema and English: 3.5 to 4.5 bytes a token with the tokenizers of the large models. */
const BYTES_OF_TOKEN = 4;
/** As many tools as one request describes at the most, and one search finds by default. */
const DESCRIBED_MAX = 10;

export const toolWeight: Row = {
  name: "tool_weight",
  title: "tools in the context of a model, tokens of four bytes",
  pairs: 1,
  seconds: 1,
  warmUpSeconds: 0,
  figures: [
    { name: "compact", text: "the compact list", digits: 0, asked: { below: 2_200 } },
    { name: "money", text: "18 tools, one by one", digits: 0, asked: { below: 8_500 } },
    { name: "heaviest", text: "the 80 heaviest, one by one", digits: 0, asked: { below: 60_000 } },
    // 486 tokens for each of 220 tools, of which no host is shown more than `FULL_TOOLS_MAX` one by one.
    { name: "all", text: "all of them, one by one", digits: 0, asked: { below: 107_000 } },
    { name: "found", text: "the answer of a search, at most", digits: 0, asked: { below: 700 } },
    { name: "described", text: "a description, at most", digits: 0, asked: { below: 3_000 } },
    {
      name: "described10",
      text: "the 10 heaviest descriptions",
      digits: 0,
      asked: { below: 12_500 },
    },
    { name: "allWithOutputs", text: "all of them, with what they give", digits: 0 },
  ],
  open: async () => ({
    sides: [{ name: SIDE, turn: weights }],
    notes: [
      "counted from the declarations: name, title, description, input and hints of each tool",
    ],
    check: async () => undefined,
    close: async () => undefined,
  }),
  derive: (of) => Object.fromEntries(toolWeight.figures.map(({ name }) => [name, of(SIDE, name)])),
};

/** Loads what it counts: the other rows need no operation. */
async function weights(): Promise<Turn> {
  const { toolCatalogOf } = await import("../../src/mcp/tool_catalog.ts");
  const { toolListsOf } = await import("../../src/mcp/tool_list.ts");
  const { withoutOutput } = await import("../../src/mcp/tool_schema.ts");
  const { operations } = await import("../../src/features/registry.ts");
  const { FULL_TOOLS_MAX } = await import("../../src/contract/declare/caller.ts");
  const catalog = toolCatalogOf(operations as readonly AnyOperation[]);
  const lists = toolListsOf(catalog);
  const scopes = new Set(catalog.tools.flatMap(({ operation }) => operation.scope ?? []));
  const listed = (form: "compact" | "full", names: ReadonlySet<string>) => {
    const allowed = { of: "scopes" as const, names };
    const reader = { form, allowed, readsOutputs: false };
    const tools: Json[] = [];
    let page = lists.page(reader, undefined);
    while (page !== undefined) {
      tools.push(...page.tools);
      page = page.nextCursor === undefined ? undefined : lists.page(reader, page.nextCursor);
    }
    return tools;
  };
  const all = listed("full", scopes);
  const heaviest = all.toSorted((one, other) => tokensOf(other) - tokensOf(one));
  const summaries = catalog.tools.map(({ name, operation: { summary, type } }) => {
    return { name, description: summary, readOnly: type === "read" };
  });
  const longest = summaries.toSorted((one, other) => tokensOf(other) - tokensOf(one));
  const described = catalog.tools.map(({ definition }) => withoutOutput(definition));
  const heavy = described.toSorted((one, other) => tokensOf(other) - tokensOf(one));
  return {
    compact: tokensOf(listed("compact", scopes)),
    money: tokensOf(listed("full", MONEY_READS)),
    heaviest: tokensOf(heaviest.slice(0, FULL_TOOLS_MAX)),
    all: tokensOf(all),
    found: tokensOf(longest.slice(0, FOUND_DEFAULT)),
    described: tokensOf(heavy[0] ?? {}),
    described10: tokensOf(heavy.slice(0, DESCRIBED_MAX)),
    allWithOutputs: tokensOf(catalog.tools.map(({ definition }) => definition)),
  };
}

/** A search finds as many unless more are asked for. */
const FOUND_DEFAULT = 20;
/** A grant that reads accounts, balances and transfers. */
const MONEY_READS: ReadonlySet<string> = new Set([
  ...["accounts:read", "balances:read", "transfers:read"],
]);

function tokensOf(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / BYTES_OF_TOKEN);
}
