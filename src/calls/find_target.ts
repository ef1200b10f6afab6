/**
 * Finds the target of a call: from the caller where the caller has one Product only, else from the
 * field of the input that the operation declares for it. An id carries the shard and the place of
 * the record that made it; the record belongs to a realm, and the realm names tenant, Product and
 * environment. A resource of another company is refused as one that does not exist.
 * An input that has a `productId` acts there, whatever other id stands in it.
 */
import { environmentOf, refuseRole } from "../access/permission.ts";
import { decodeIdSuffix, ID_SUFFIX_LENGTH } from "../base/id.ts";
import { type Caller, callerIdOf } from "../contract/declare/caller.ts";
import type { RealmNames } from "../contract/declare/principal.ts";
import { isEdgeSuffix } from "../contract/messages/request_log.ts";
import { DECLARED_CODES, type ErrorCode } from "../contract/refusals/error_catalog.ts";
import type { InputIssue } from "../contract/refusals/issue_codes.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import { noSuch, prefixOfField } from "../contract/refusals/unknown_id.ts";
import type { Call } from "./call.ts";
import { type AnyOperation, targetFieldOf } from "./callable.ts";
import type { RefusableCall } from "./failure.ts";
import { type ReadableParts, whenReadable } from "./readable.ts";
import {
  type CallTarget,
  type Shards,
  type TenantDirectory,
  targetInProduct,
  targetInTenant,
  targetInTenantOfKey,
  targetOfKey,
  targetOnPlatform,
  tenantOf,
  viewAt,
} from "./target.ts";

/** Of a call, what its target depends on. */
export type TargetedCall = Pick<Call, "caller" | "environment"> & RefusableCall;

export type TargetParts = ReadableParts & { shards: Shards; credentials: TenantDirectory };

/** Where a call acts; or a refusal, where the input names nothing that exists for this caller. */
export type FoundTarget = (CallTarget & { refused?: undefined }) | Refusal;

/** The target of a call; undefined where only `whenTargetFound` can find it. */
export function targetAtOnce(
  parts: TargetParts,
  operation: AnyOperation,
  caller: Caller,
  input: Record<string, unknown>,
): FoundTarget | undefined {
  const on = operation.acts?.on ?? "product";
  if (on === "product") {
    if (caller.kind === "product_key") return targetOfKey(caller);
    const hasProducts = caller.kind === "operator" || tenantOf(caller) !== undefined;
    return hasProducts ? undefined : refuseWithoutProduct(operation);
  }
  if (on === "tenant") return tenantTargetOf(parts, operation, caller, input);
  return targetOnPlatform(callerIdOf(caller));
}

/**
 * What is wrong with an input that names no Product, where the caller has several of them: the
 * schema lets `productId` be absent for the sake of Product keys, which have one Product only.
 */
export function missingProductOf(
  operation: AnyOperation,
  caller: Caller,
  input: Record<string, unknown>,
): InputIssue | undefined {
  if (caller.kind === "product_key" || (operation.acts?.on ?? "product") !== "product") {
    return undefined;
  }
  const field = fieldIn(operation, input);
  if (field === undefined) return undefined;
  const id = valueAt(input, field);
  if (field === "productId" && id === "") return NO_PRODUCT;
  if (!hasProductField(operation)) return undefined;
  if (isEdgeSuffix(suffixIn(id))) return NO_PRODUCT_IN_ID;
  const prefix = prefixOfField(field);
  const isMade = prefix === undefined || id.startsWith(`${prefix}_`);
  return isMade ? undefined : NO_PRODUCT_IN_CHOSEN;
}

const NO_PRODUCT: InputIssue = {
  code: "required",
  message: "productId is required with this credential, which is for every Product of the company",
  path: ["productId"],
};
const NO_PRODUCT_IN_ID: InputIssue = {
  ...NO_PRODUCT,
  message:
    "productId is required with this credential: an id of a request that changed nothing does not say in which Product it was made",
};
const NO_PRODUCT_IN_CHOSEN: InputIssue = {
  ...NO_PRODUCT,
  message:
    "productId is required with this credential: an id that the platform did not make does not say in which Product it is",
};

/**
 * Calls `go` with the target of a caller that has several Products: at once where the input names
 * the Product, else when the view of the shard shows the record that the id names.
 */
export function whenTargetFound(
  parts: TargetParts,
  call: TargetedCall,
  operation: AnyOperation,
  input: Record<string, unknown>,
  go: (placed: FoundTarget) => void,
): void {
  const field = fieldIn(operation, input);
  if (field === undefined) {
    go(refuseWithoutProduct(operation));
    return;
  }
  const id = valueAt(input, field);
  const settle = (
    productId: string | undefined,
    environment = environmentOf(call.caller, call.environment),
  ) => {
    const product = productId === undefined ? undefined : parts.credentials.productOf(productId);
    if (product === undefined || !isOf(call.caller, product)) {
      go(refuseUnknown(operation, { field, input }, id));
      return;
    }
    go(targetInProduct(callerIdOf(call.caller), product, environment));
  };
  if (namesProduct(field, id)) settle(id);
  else {
    whenRealmFound(parts, call, id, (names) => {
      const elsewhere = refuseElsewhere(operation, call, names);
      if (elsewhere !== undefined) go(elsewhere);
      else if (isWhereIdIs(call, operation) && names !== undefined) {
        settle(names.productId, names.environment);
      } else settle(isInEnvironment(call, names) ? names.productId : undefined);
    });
  }
}

/** Whether the caller may act on the Product: a member on those of its company, the operator on all. */
function isOf(caller: Caller, { tenantId }: { tenantId: string }): boolean {
  return caller.kind === "operator" || tenantOf(caller) === tenantId;
}

/**
 * The operator is told where an id belongs that is of the other environment; to every other caller
 * such an id does not exist.
 */
function refuseElsewhere(
  { id, environment }: AnyOperation,
  { caller }: TargetedCall,
  names: RealmNames | undefined,
): Refusal<"operation_environment_invalid"> | undefined {
  if (caller.kind !== "operator" || names === undefined || names.productId === "") return undefined;
  if (environment === undefined || environment === names.environment) return undefined;
  const message = `${id} exists in ${environment} only, and this id is of ${names.environment}`;
  return refuse("operation_environment_invalid", message, {
    operation: id,
    environment: names.environment,
    allowedEnvironments: [environment],
  });
}

/** An operator belongs to no company, so the input says which one is meant. */
function tenantTargetOf(
  { credentials }: TargetParts,
  operation: AnyOperation,
  caller: Caller,
  input: Record<string, unknown>,
): FoundTarget {
  if (caller.kind === "product_key") return targetInTenantOfKey(caller);
  const own = tenantOf(caller);
  if (own === "") return refuseRole(operation.permission ?? "tenant:read", undefined);
  if (own !== undefined) return targetInTenant(callerIdOf(caller), own);
  const field = targetFieldOf(operation);
  const id = field === undefined ? "" : String(input[field]);
  const tenantId =
    (credentials.hasTenant(id) ? id : undefined) ??
    credentials.productOf(id)?.tenantId ??
    credentials.productOfKey(id)?.tenantId;
  if (tenantId === undefined) return refuseUnknown(operation, { field, input }, id);
  return targetInTenant(callerIdOf(caller), tenantId);
}

/** The operator names no environment: an operation of both acts where the id is. */
function isWhereIdIs({ caller }: TargetedCall, { environment }: AnyOperation): boolean {
  return caller.kind === "operator" && environment === undefined;
}

function isInEnvironment(call: TargetedCall, names: RealmNames | undefined): names is RealmNames {
  return names !== undefined && names.environment === environmentOf(call.caller, call.environment);
}

/** The names of the realm that an id was made in; undefined where no record made it. */
function whenRealmFound(
  parts: TargetParts,
  call: TargetedCall,
  id: string,
  go: (names: RealmNames | undefined) => void,
): void {
  const { couriers } = parts.shards;
  const origin = decodeIdSuffix(suffixIn(id));
  if (origin === undefined || !couriers.has(origin.shard)) {
    go(undefined);
    return;
  }
  const needs = { keys: [], realmKey: "", requestLog: false };
  whenReadable(parts, call, couriers.get(origin.shard), needs, () => {
    const view = viewAt(parts.shards, origin);
    const record = view.refreshed().record(origin.place);
    go(record === undefined ? undefined : view.namesOfRealm(record.realm));
  });
}

/** The field of this input that says where the call acts. */
function fieldIn(operation: AnyOperation, input: Record<string, unknown>): string | undefined {
  return input["productId"] === undefined ? targetFieldOf(operation) : "productId";
}

/** Whether the field names the Product itself, which an `id` does that may be of things of several kinds. */
function namesProduct(field: string, id: string): boolean {
  return field === "productId" || (field === "id" && id.startsWith("prod_"));
}

function hasProductField({ query }: AnyOperation): boolean {
  return query?.properties?.["productId"] !== undefined;
}

/** The suffix of an id; of an id that has several, such as that of a delivery, the first one. */
function suffixIn(id: string): string {
  const suffixes = id.slice(id.indexOf("_") + 1);
  return suffixes.length === 2 * ID_SUFFIX_LENGTH ? suffixes.slice(0, ID_SUFFIX_LENGTH) : suffixes;
}

/** The value at a path such as `items.0.sourceAccountId`; "" where there is none. */
function valueAt(input: unknown, path: string): string {
  let value = input;
  for (const field of path.split(".")) value = (value as Record<string, unknown>)?.[field];
  return typeof value === "string" ? value : "";
}

function refuseWithoutProduct({ id }: AnyOperation): Refusal<"operation_not_allowed"> {
  const message = `${id} takes a credential of a Product`;
  return refuse("operation_not_allowed", message, { reason: "no_product" });
}

/** Refuses with the operation's own code for a resource that does not exist. */
function refuseUnknown(
  { refusals }: AnyOperation,
  { field, input }: { field: string | undefined; input: Record<string, unknown> },
  id: string,
): Refusal {
  const ofResource = refusals.find((declared: ErrorCode) => declared.endsWith("_not_found"));
  const isProduct = field !== undefined && namesProduct(field, id);
  const code = isProduct ? "resource_not_found" : (ofResource ?? "resource_not_found");
  const name = field === undefined ? "id" : nameOf(field, input);
  const issue = {
    code: "not_found",
    message: `no such ${name}`,
    path: (field ?? "").split("."),
  };
  const prefix = prefixOfField(name);
  const message =
    prefix === undefined
      ? "nothing has this id for this credential"
      : noSuch(prefix, id, "for this credential");
  const told = detailsOfUnknown(code, name, id);
  return { refused: true, code, message, details: { ...told, issues: [issue] }, facts: [] };
}

/** The name of the field of an id: of an `id` that stands beside a `type`, the name that the type gives. */
function nameOf(field: string, input: Record<string, unknown>): string {
  const name = field.slice(field.lastIndexOf(".") + 1);
  const type = name === "id" ? valueAt(input, field.replace(/id$/, "type")) : "";
  return type === "" ? name : `${type.replace(/_[a-z]/g, (part) => part.slice(1).toUpperCase())}Id`;
}

/**
 * The declared details of a code for a resource that does not exist: the id under the name of the
 * resource, whatever field of the input has the id.
 */
function detailsOfUnknown(code: ErrorCode, name: string, id: string): Record<string, string> {
  if (code === "resource_not_found") {
    const resourceType = snakeCase(name.replace(/Id$/, ""));
    return {
      resourceType,
      ...(name in DECLARED_CODES.resource_not_found.details && { [name]: id }),
    };
  }
  const declared = Object.keys(DECLARED_CODES[code].details);
  return Object.fromEntries(declared.map((detail) => [detail, id]));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
