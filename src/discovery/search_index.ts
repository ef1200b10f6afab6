/**
 * `/docs/search.json`: what the search of `/docs` finds, the guides, the operations and the error codes, and the words
 * that mean the same. The page loads it when somebody begins to search.
 */
import { type Operation, tagOf } from "../contract/declare/operation.ts";
import { ERROR_CATALOG, ERROR_CODES } from "../contract/refusals/error_catalog.ts";
import { AGENT_LOGIN_PATH } from "./agent_login.ts";
import { type GuideWords, STREAMS_PATH, WALK_PATH } from "./guide.ts";
import { type Area, slugOf } from "./guide_areas.ts";
import { pathOf } from "./guides/guide_text.ts";
import { GUIDES } from "./guides/guides.ts";
import { SAME_MEANING } from "./search_words.ts";

export type Entry = {
  kind: "guide" | "operation" | "document" | "error code";
  title: string;
  /** Where it stands. */
  href: string;
  /** What is shown below the title. */
  note: string;
  /** Words besides those of title and note. */
  words: string;
};

/** What this host serves beside operations. */
const DOCUMENTS: readonly Entry[] = [
  {
    kind: "document",
    title: "Where agents log in",
    href: AGENT_LOGIN_PATH,
    note: "The address of the MCP server, and settings for the usual hosts of agents.",
    words: "mcp agent claude cursor vscode codex gemini oauth login connect host settings",
  },
  {
    kind: "document",
    title: "Event streams",
    href: STREAMS_PATH,
    note: "Follow what happens by server-sent events, and resume after a break.",
    words: "sse eventsource stream realtime live follow subscribe resume",
  },
  {
    kind: "document",
    title: "A walk through",
    href: WALK_PATH,
    note: "Whole requests in the order in which they work, from a customer to a hold.",
    words: "walk tutorial example requests",
  },
  {
    kind: "document",
    title: "The contract",
    href: "/openapi.json",
    note: "OpenAPI 3.1: every operation, schema and error code.",
    words: "openapi swagger json schema client generator sdk postman",
  },
  {
    kind: "document",
    title: "GraphQL",
    href: "/schema.graphql",
    note: "The schema of POST /v1/graphql: all reads, several in a request, at one moment.",
    words: "graphql query graph reads",
  },
  {
    kind: "document",
    title: "Everything as text",
    href: "/llms-full.txt",
    note: "Every operation and error code in one file, for readers of text.",
    words: "llms text agent context prompt",
  },
  {
    kind: "document",
    title: "Error codes",
    href: "/docs/errors",
    note: "All codes by status: what happened, and what to do now.",
    words: "errors codes list troubleshooting",
  },
];

/** Error codes last, and guides first: among entries that fit equally, the earlier is shown first. */
export function searchIndex(
  operations: readonly Operation<never>[],
  areas: readonly Area[],
  { sameMeaning }: Pick<GuideWords, "sameMeaning">,
): object {
  const published = operations.filter(({ inContract = true }) => inContract);
  const entries: Entry[] = [
    ...GUIDES.map((guide): Entry => {
      const { title, summary, words } = guide;
      const href = pathOf(guide);
      return { kind: "guide", title, href, note: summary, words: words.join(" ") };
    }),
    ...published.map(operationEntry),
    ...areas.map(areaEntry),
    ...DOCUMENTS,
    ...ERROR_CODES.map((code): Entry => {
      const { cause } = ERROR_CATALOG[code];
      const words = code.replaceAll("_", " ");
      return { kind: "error code", title: code, href: `/docs/errors/${code}`, note: cause, words };
    }),
  ];
  return { entries, sameMeaning: [...sameMeaning, ...SAME_MEANING] };
}

function areaEntry({ name, path, operations }: Area): Entry {
  const note = `All of this area as text; operations: ${operations.length}.`;
  return { kind: "document", title: name, href: path, note, words: "area text markdown" };
}

function operationEntry(operation: Operation<never>): Entry {
  const { id, summary, description, http } = operation;
  const { method, path } = http;
  const tag = tagOf(operation);
  const first = /^[^.]*/.exec(description ?? "")?.[0] ?? "";
  return {
    kind: "operation",
    title: summary,
    href: `/docs${anchorOf({ tag, http })}`,
    note: `${method} ${path}`,
    words: `${id.replaceAll(/[._]/g, " ")} ${tag} ${first}`,
  };
}

/** The anchor of a group of operations in the reference. */
export function anchorOfTag(tag: string): string {
  return `#tag/${slugOf(tag)}`;
}

function anchorOf({ tag, http }: { tag: string } & Pick<Operation<never>, "http">): string {
  return `${anchorOfTag(tag)}/${http.method}${http.path}`;
}
