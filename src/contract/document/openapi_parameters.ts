/**
 * The parameters of paths and queries that several operations declare with the same words: each
 * stands once in the contract document, and the operations refer to it.
 */
import { canonicalJson } from "../../base/canonical_json.ts";
import type { Components, Json } from "./openapi_components.ts";

/** The operations that have to declare the same parameter before the document shares it. */
const SHARED_FROM = 2;

type Paths = { [path: string]: Json };

/**
 * Puts references in place of the parameters that several operations have. Of the parameters with one
 * name and place, the most frequent has that name in the document, the next one a 2 behind it, and so
 * on; among equally frequent ones the text decides.
 */
export function shareParameters(paths: Paths, components: Components): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Json[]);
  const names = sharedNames(operations.flatMap(parametersOf));
  for (const operation of operations) {
    operation["parameters"] = parametersOf(operation).map((parameter) => {
      if (parameter["$ref"] !== undefined) return parameter;
      const name = names.get(canonicalJson(parameter));
      return name === undefined ? parameter : components.sharedParameter(name, parameter);
    });
  }
}

function parametersOf(operation: Json): Json[] {
  return (operation["parameters"] ?? []) as Json[];
}

/** The name of each shared parameter, by its text. */
function sharedNames(parameters: readonly Json[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const parameter of parameters) {
    if (parameter["$ref"] !== undefined) continue;
    const name = nameOf(parameter);
    const texts = counts.get(name) ?? new Map<string, number>();
    counts.set(name, texts);
    const text = canonicalJson(parameter);
    texts.set(text, (texts.get(text) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  for (const [name, texts] of counts) {
    const shared = [...texts].filter(([, count]) => count >= SHARED_FROM);
    shared.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    for (const [at, [text]] of shared.entries())
      names.set(text, at === 0 ? name : `${name}${at + 1}`);
  }
  return names;
}

/** `path.accountId`, `query.limit`, `query.productId.required`. */
function nameOf({ in: place, name, required }: Json): string {
  return `${place}.${name}${place === "query" && required === true ? ".required" : ""}`;
}
