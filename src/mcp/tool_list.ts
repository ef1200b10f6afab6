/**
 * What `tools/list` answers: the tools of a grant or a key in their order, as bytes that are made once for each
 * set of scopes or operations, in pages where they are many; to clients that do not know `outputSchema`, without it.
 */
import { createHash } from "node:crypto";
import { LruMap } from "../base/lru_map.ts";
import type { ProtocolCall } from "../calls/call.ts";
import type { Json } from "../contract/document/openapi_components.ts";
import { readsOutputs } from "./client_view.ts";
import { COMPACT_TOOLS } from "./compact_tools.ts";
import type { Allowed, GrantView } from "./grant_view.ts";
import type { ToolCatalog } from "./tool_catalog.ts";
import { withoutOutput } from "./tool_schema.ts";

/** The most tools of a page. A page of the largest tools stays below 1 MiB. */
export const PAGE_TOOLS_MAX = 100;
/** Lists that a thread keeps, and the most bytes of them. */
const LISTS_MAX = 64;
const LISTS_BYTES_MAX = 32 * 1_048_576;

export type ToolPage = {
  /** The members `tools` and, unless it is the last page, `nextCursor`, as JSON without braces. */
  readonly bytes: Buffer;
  readonly tools: readonly Json[];
  readonly nextCursor: string | undefined;
};

/** The reader of a list: what it is allowed, and what its client knows. */
export type ListReader = GrantView & {
  /** Whether the client knows `outputSchema`. */
  readsOutputs: boolean;
};

/** The reader of the list that a request asks for. */
export function listReaderOf(request: ProtocolCall, grant: GrantView): ListReader {
  return { ...grant, readsOutputs: readsOutputs(request.headerOf("mcp-protocol-version")) };
}

export type ToolLists = {
  /** The page of the cursor, or the first page where `cursor` is undefined; undefined where no page has the cursor. */
  page(reader: ListReader, cursor: string | undefined): ToolPage | undefined;
};

/** The lists of one thread, which keeps those that were asked for last. */
export function toolListsOf(catalog: ToolCatalog): ToolLists {
  const kept = new LruMap<ReadonlyMap<string, ToolPage>>({
    countMax: LISTS_MAX,
    weightMax: LISTS_BYTES_MAX,
  });
  /** The keys of sets that were asked for, so that a set is sorted once. */
  const keys = new WeakMap<ReadonlySet<string>, string>();
  const keyOf = ({ of, names }: Allowed): string => {
    const known = keys.get(names);
    if (known !== undefined) return known;
    const key = `${of} ${[...names].sort().join(" ")}`;
    keys.set(names, key);
    return key;
  };
  return {
    page({ form, allowed, readsOutputs }, cursor = FIRST) {
      const key = `${form} ${readsOutputs} ${keyOf(allowed)}`;
      let pages = kept.get(key);
      if (pages === undefined) {
        const own = catalog.allowedTo(allowed);
        const shown = form === "compact" ? own.filter(({ name }) => FIRST_TOOLS.has(name)) : own;
        const whole = shown.map(({ definition }) => definition);
        const tools = form === "compact" ? [...whole, ...COMPACT_TOOLS] : whole;
        pages = pagesOf(readsOutputs ? tools : tools.map(withoutOutput));
        const weight = [...pages.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
        kept.set(key, pages, weight);
      }
      return pages.get(cursor);
    },
  };
}

/** The tools that agents call at the beginning, and while they wait for a person: the compact form lists them too. */
const FIRST_TOOLS: ReadonlySet<string> = new Set([
  ...["agent_approval_list", "agent_approval_retrieve"],
  ...["agent_member_current", "api_key_current_retrieve", "product_list"],
]);

/** Stands for the cursor of a request that names none. */
const FIRST = "";

/** The pages by their cursors, which name the list too: a page of another list is no page of this. */
function pagesOf(tools: readonly Json[]): ReadonlyMap<string, ToolPage> {
  const texts = tools.map((tool) => JSON.stringify(tool));
  const digest = createHash("sha256").update(texts.join()).digest("base64url").slice(0, 12);
  const pages = new Map<string, ToolPage>();
  let cursor = FIRST;
  for (let at = 0; at === 0 || at < tools.length; at += PAGE_TOOLS_MAX) {
    const below = at + PAGE_TOOLS_MAX;
    const nextCursor = below < tools.length ? `${digest}.${below}` : undefined;
    const next = nextCursor === undefined ? "" : `,"nextCursor":"${nextCursor}"`;
    const bytes = Buffer.from(`"tools":[${texts.slice(at, below).join()}]${next}`);
    pages.set(cursor, { bytes, tools: tools.slice(at, below), nextCursor });
    cursor = nextCursor ?? "";
  }
  return pages;
}
