/**
 * Every read by GET that is a tool is a resource too: `service://{environment}` and the path of REST.
 * A large result links to itself so.
 */
import type { Tool } from "./tool_catalog.ts";
import type { ToolArguments } from "./tool_input.ts";

/** The beginning of the addresses of what is read through the operations. */
export const OPERATION_SCHEME = "service://";

/** The address that reads the same again; undefined where the tool is no read by GET. */
export function resourceUriOf(
  { operation, fields, callFields }: Tool,
  given: ToolArguments,
): string | undefined {
  const { type, http } = operation;
  if (type !== "read" || http.method !== "GET") return undefined;
  const environment = given[callFields.environment] === "live" ? "live" : "sandbox";
  const path = http.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name])),
  );
  const query = new URLSearchParams(
    fields.query.flatMap((name) =>
      given[name] === undefined ? [] : [[name, String(given[name])] as [string, string]],
    ),
  ).toString();
  return `${OPERATION_SCHEME}${environment}${path}${query === "" ? "" : `?${query}`}`;
}
