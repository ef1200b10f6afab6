/**
 * What can be read as a resource: every read by GET that is a tool, under `service://{environment}`
 * and the path of REST, and fixed documents of this server. A large result of a tool links to its resource.
 */
import type { AgentGuide } from "../contract/declare/agent_guide.ts";
import type { Json } from "../contract/document/openapi_components.ts";
import type { Allowed } from "./grant_view.ts";
import { isAllowed, type Tool, type ToolCatalog } from "./tool_catalog.ts";
import type { ToolArguments } from "./tool_input.ts";

const SCHEME = "service://";
const JSON_MEDIA = "application/json";

/** A document of this server, which is public. */
export type FixedResource = {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  text(): string | Promise<string>;
};

/** What an address leads to. */
export type FoundResource =
  | { kind: "document"; document: FixedResource }
  | { kind: "read"; tool: Tool; given: ToolArguments };

export type Resources = {
  /** The resources for a caller with these rights, as `resources/list` shows them. */
  listed(allowed: Allowed): Json[];
  /** The templates for a caller with these rights, as `resources/templates/list` shows them. */
  templates(allowed: Allowed): Json[];
  /** What the address leads to; undefined where it leads to nothing. Does not look at rights. */
  find(uri: string): FoundResource | undefined;
};

/** The resources of one edge. An operation of the guide that the catalog lacks is left out. */
export function resourcesOf(
  catalog: ToolCatalog,
  guide: AgentGuide,
  documents: readonly FixedResource[],
): Resources {
  const byUri = new Map(documents.map((document) => [document.uri, document]));
  const routes = catalog.tools.filter(isReadable).map(routeOf);
  /** The tool of the operation; undefined where this server lacks the operation or the grant does not reach it. */
  const toolOf = (operation: string, allowed: Allowed): Tool | undefined => {
    const tool = catalog.getOperation(operation);
    return tool !== undefined && isReadable(tool) && isAllowed(tool, allowed) ? tool : undefined;
  };
  return {
    listed: (allowed) => [
      ...documents.map(({ text: _, ...shown }) => shown),
      ...guide.resources.flatMap(({ operation, input, ...shown }) => {
        const tool = toolOf(operation, allowed);
        if (tool === undefined) return [];
        return [{ uri: resourceUriOf(tool, input), ...shown, mimeType: JSON_MEDIA }];
      }),
    ],
    templates: (allowed) =>
      guide.templates.flatMap(({ operation, query = [], ...shown }) => {
        const tool = toolOf(operation, allowed);
        if (tool === undefined) return [];
        const asked = query.length === 0 ? "" : `{?${query.join()}}`;
        const uriTemplate = `${SCHEME}{environment}${tool.operation.http.path}${asked}`;
        return [{ uriTemplate, ...shown, mimeType: JSON_MEDIA }];
      }),
    find(uri) {
      const document = byUri.get(uri);
      if (document !== undefined) return { kind: "document", document };
      return found(routes, uri);
    },
  };
}

/** The address of the resource that this call of the tool reads; undefined where the tool is no read by GET. */
export function resourceUriOf(tool: Tool, given: ToolArguments): string | undefined {
  if (!isReadable(tool)) return undefined;
  const { operation, fields, callFields } = tool;
  const environment = given[callFields.environment] === "live" ? "live" : "sandbox";
  const path = operation.http.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name])),
  );
  const pairs = fields.query.flatMap((name): [string, string][] =>
    given[name] === undefined ? [] : [[name, String(given[name])]],
  );
  const query = new URLSearchParams(pairs).toString();
  return `${SCHEME}${environment}${path}${query === "" ? "" : `?${query}`}`;
}

function isReadable({ operation: { type, http } }: Tool): boolean {
  return type === "read" && http.method === "GET";
}

type Route = { tool: Tool; pattern: RegExp; fields: number };

function routeOf(tool: Tool): Route {
  const { path } = tool.operation.http;
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return { tool, pattern, fields: tool.fields.path.length };
}

function found(routes: readonly Route[], uri: string): FoundResource | undefined {
  const parts = /^service:\/\/(sandbox|live)(\/[^?#]*)(?:\?([^#]*))?$/.exec(uri);
  if (parts === null) return undefined;
  const [, environment = "", path = "", query = ""] = parts;
  // As in REST, a path without a field wins: `current` is no id.
  const [best] = routes
    .filter(({ pattern }) => pattern.test(path))
    .sort((one, other) => one.fields - other.fields);
  if (best === undefined) return undefined;
  const { tool, pattern } = best;
  const given: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(query)) given[name] = value;
  for (const [name, value] of Object.entries(pattern.exec(path)?.groups ?? {})) {
    const text = decoded(value);
    if (text === undefined) return undefined;
    given[name] = text;
  }
  given[tool.callFields.environment] = environment;
  return { kind: "read", tool, given };
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
