/**
 * Loaded before the conformance suite of the agents' protocol: it imports a function of `node:fs` that Node 20 has
 * not, and that none of the scenarios of servers calls.
 */
import { register } from "node:module";

const HOOKS = `
export function resolve(specifier, context, next) {
  const isOfSuite = context.parentURL?.includes("/@modelcontextprotocol/conformance/");
  if (isOfSuite && /^(node:)?fs$/.test(specifier)) return { url: "suite:fs", shortCircuit: true };
  return next(specifier, context);
}
export function load(url, context, next) {
  if (url !== "suite:fs") return next(url, context);
  const source = 'export * from "node:fs"; export function globSync() { return []; }';
  return { format: "module", shortCircuit: true, source };
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
