/**
 * For the tests of isolation: requests made from the schemas of the contract that name given resources, and
 * answers made comparable.
 */
import {
  type Document,
  type Field,
  type FuzzedOperation,
  plain,
} from "../../scripts/fuzz/inputs.ts";
import { newRandom } from "../../scripts/fuzz/random.ts";
import { harvest, newPool, validValue } from "../../scripts/fuzz/values.ts";
import { exampleId } from "../../src/contract/document/example.ts";
import type { Reply } from "./client.ts";
import { idOfNothing } from "./nothing.ts";

/** One resource of each kind, by the name of its path parameter. */
export type Resources = Record<string, string>;

/** Parameters of paths that are no ids and the same for everybody, with a value that things have. */
const FIXED: Resources = { revision: "1", kind: "ticket", action: "close" };
/** Names in paths that are no ids: months, numbers of versions and words of programs are the same for everybody. */
export const NO_IDS: readonly string[] = ["month", ...Object.keys(FIXED)];

/** Ids of the same kinds that were never made. */
export function neverMade(resources: Resources): Resources {
  return Object.fromEntries(
    Object.entries(resources).map(([name, value]) => [
      name,
      NO_IDS.includes(name) ? value : idOfNothing(value),
    ]),
  );
}

/** Ids of the same kinds whose place no record has; those of keys have no place. */
export function neverPlaced(resources: Resources): Resources {
  const named = Object.entries(resources).map(([name, value]) => {
    const prefix = value.slice(0, Math.max(0, value.indexOf("_")));
    if (prefix === "" || prefix === "key") return [name, idOfNothing(value)];
    const id = exampleId(prefix, 9_999);
    // The id of a delivery has two suffixes.
    return [name, id.padEnd(value.length, id.slice(prefix.length + 1))];
  });
  return Object.fromEntries(named);
}

/**
 * The operation's path with the ids of `resources`, its required query, and a valid body. `names`: further
 * names of the query that are sent where the operation has them.
 */
export function requestOf(
  document: Document,
  operation: FuzzedOperation,
  asked: { resources: Resources; productId: string; names?: readonly string[] },
) {
  const { resources, productId, names = [] } = asked;
  const making = { document, random: newRandom(5), pool: newPool(productId, "key_none") };
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => resources[name] ?? FIXED[name] ?? "none",
  );
  const sent = operation.queryFields.filter(
    (field) => field.required || names.includes(field.name),
  );
  const query = sent.map(
    ({ name, schema }) =>
      `${name}=${encodeURIComponent(resources[name] ?? String(validValue(making, schema, name)))}`,
  );
  const { body } = operation;
  return {
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    body: body === undefined ? undefined : validValue(making, body.schema, ""),
  };
}

/** A valid body that names the resources with these ids wherever an id of their kind may stand. */
export function bodyWith(document: Document, { body }: FuzzedOperation, ids: Resources): unknown {
  const pool = newPool(ids["productId"] ?? "prod_none", "key_none");
  harvest(pool, ids);
  return validValue({ document, random: newRandom(7), pool }, body?.schema ?? {}, "");
}

/**
 * An answer without the parts that differ between any two requests: the ids asked for, request,
 * time.
 */
export function shapeOf({ status, text }: Reply, ids: readonly string[]): string {
  const plainText = text
    .replace(/"(requestId|instance|asOf)":"[^"]*"/g, "")
    .replace(/"sequence":\d+/g, "");
  return `${status} ${ids.reduce((left, id) => left.replaceAll(id, "ID"), plainText)}`;
}

/** The bytes of an answer but for the ids asked for and the id of the request. */
export function withoutIds(reply: Reply, ids: readonly string[]): string {
  const text = reply.text.replace(/"requestId":"[^"]*"/, "");
  return ids.reduce((left, id) => left.replaceAll(id, "ID"), text);
}

/** Whether a parameter takes any text: no page size, no cursor, no time and no enumeration. */
export function isFree(document: Document, { name, schema }: Field): boolean {
  if (/^(limit|cursor|types|status|outcome|operation)$|From$|To$|Before$|After$/.test(name)) {
    return false;
  }
  return !("enum" in plain(document, schema));
}

/** Whether the answer is an empty list. */
export function isWithoutItems({ body }: Reply): boolean {
  const items = body["items"] ?? body["results"];
  return Array.isArray(items) && items.length === 0;
}
