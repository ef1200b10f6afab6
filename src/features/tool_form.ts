/** How tools are offered to an agent where the person who lets it in does not choose. */
import { FULL_TOOLS_MAX, type ToolForm } from "../contract/declare/caller.ts";
import { announcedOperations } from "./announced.ts";

/** One tool for each operation of the scopes, unless hosts would not take as many. */
export function usualToolForm(scopes: readonly string[]): ToolForm {
  const tools = announcedOperations().filter(
    ({ principals, scope, inContract }) =>
      principals.includes("agent") &&
      inContract !== false &&
      (scope === undefined || scopes.includes(scope)),
  );
  return tools.length > FULL_TOOLS_MAX ? "compact" : "full";
}
