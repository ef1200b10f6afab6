/**
 * Whether an agent reaches each thing that its call names and that agents reach one by one, such as a blueprint. The
 * things are found by the declarations: every field of the input whose schema is that of such an id. Transport
 * independent; reads and writes alike.
 * Does not know what is reached: `ReachedThings` says that. Does not ask about operations that declare no
 * `resource_not_found`: these are lists, which leave out by themselves what their caller does not reach.
 */
import type { TSchema } from "@sinclair/typebox";
import type { AgentCaller } from "../contract/declare/caller.ts";
import type { ReachedThings } from "../contract/declare/reach.ts";
import {
  alternativesOf,
  fieldOf,
  itemsOf,
  type Keywords,
  partsOf,
} from "../contract/declare/redaction.ts";
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import { idPrefixOf } from "../contract/values/formats.ts";
import type { Call } from "./call.ts";
import type { AnyOperation } from "./callable.ts";
import { failCall } from "./failure.ts";
import { type ReadableParts, whenReadable } from "./readable.ts";
import { type Shards, targetInTenant, viewAt } from "./target.ts";

export type ReachingParts = ReadableParts & {
  shards: Shards;
  /** Absent in a thread that serves no agents: it then refuses each call that names such a thing. */
  reaching?: ReachedThings | undefined;
};

/** Calls `go` when the agent reaches all that its call names, at once where it names nothing; refuses the call otherwise. */
export function whenReached(
  parts: ReachingParts,
  call: Call,
  caller: AgentCaller,
  { operation, input }: { operation: AnyOperation; input: Record<string, unknown> },
  go: () => void,
): void {
  const { shards, reaching, log } = parts;
  if (reaching === undefined) {
    failCall(log, call, new Error("a thread without agents was asked by one"));
    return;
  }
  const ids = thingsNamed(reaching.prefixes, operation, input);
  if (ids.length === 0) {
    go();
    return;
  }
  const target = targetInTenant(caller.agentGrantId, caller.tenantId);
  const needs = { keys: [], realmKey: target.realmKey, requestLog: false };
  whenReadable(parts, call, shards.couriers.get(PLATFORM_SHARD), needs, () => {
    const view = viewAt(shards, target);
    const realm = view.realmNumberOf(target.realmKey);
    const snapshot = view.refreshed();
    const isChanged = operation.type === "write";
    for (const id of ids) {
      const refusal =
        realm === undefined
          ? undefined
          : reaching.refusalOf(snapshot, realm, caller, { id, isChanged });
      if (refusal !== undefined) {
        call.refuse(refusal);
        return;
      }
    }
    go();
  });
}

/** The ids with one of the prefixes that the input names, where the operation declares such ids. */
function thingsNamed(
  prefixes: readonly string[],
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const { path, query, body, refusals } = operation;
  if (!(refusals as readonly string[]).includes("resource_not_found")) return [];
  const schemas = ([path, query, body] as (Keywords | undefined)[])
    .filter((schema) => schema !== undefined)
    .filter((schema) => namesThings(prefixes, schema));
  const ids = new Set<string>();
  collect(prefixes, schemas, input, ids);
  return [...ids];
}

/** By schema: whether a part of it is of ids with one of the prefixes. Each call of an agent asks. */
const naming = new WeakMap<object, boolean>();

function namesThings(prefixes: readonly string[], schema: Keywords): boolean {
  const known = naming.get(schema);
  if (known !== undefined) return known;
  const names =
    isOfThing(prefixes, schema) || partsOf(schema).some((part) => namesThings(prefixes, part));
  naming.set(schema, names);
  return names;
}

function isOfThing(prefixes: readonly string[], schema: Keywords): boolean {
  const prefix = idPrefixOf(schema as unknown as TSchema);
  return prefix !== undefined && prefixes.includes(prefix);
}

/** `value` may belong to any of `schemas`. */
function collect(
  prefixes: readonly string[],
  schemas: readonly Keywords[],
  value: unknown,
  ids: Set<string>,
): void {
  const alternatives = schemas.flatMap(alternativesOf);
  if (typeof value === "string") {
    if (alternatives.some((one) => isOfThing(prefixes, one))) ids.add(value);
  } else if (Array.isArray(value)) {
    const items = alternatives.flatMap(itemsOf);
    for (const item of value) collect(prefixes, items, item, ids);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const fields = alternatives.flatMap((one) => fieldOf(one, name));
      collect(prefixes, fields, part, ids);
    }
  }
}
