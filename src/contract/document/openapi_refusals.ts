/**
 * The refusals of an operation in the contract document. Operations that are refused with the same
 * codes share one response of the document, and every response shares the example of each code.
 */
import { hash } from "node:crypto";
import type { Operation } from "../declare/operation.ts";
import { type ErrorCode, statusesOf } from "../refusals/error_catalog.ts";
import { codesOf } from "../refusals/shared_codes.ts";
import { errorExample } from "./error_examples.ts";
import type { Components, Json } from "./openapi_components.ts";
import { RECORDED_HEADERS } from "./openapi_headers.ts";

/** Hexadecimal digits of the digest of the codes, in the name of a response. */
const DIGEST_LENGTH = 4;

/** Statuses of refusals before the operation starts, which leave no record and no receipt. */
const NEVER_RECORDED: ReadonlySet<number> = new Set([401, 413, 429]);

/** The first operation, in the order of paths, that each code is declared by. */
export type FirstOperations = ReadonlyMap<ErrorCode, string>;

export function firstOperationsOf(operations: readonly Operation<never>[]): FirstOperations {
  const first = new Map<ErrorCode, string>();
  for (const operation of operations) {
    for (const code of codesOf(operation)) {
      if (!first.has(code)) first.set(code, operation.id);
    }
  }
  return first;
}

/** One response for each status that the codes have, in ascending order. */
export function errorResponses(
  type: "read" | "write",
  codes: readonly ErrorCode[],
  components: Components,
  first: FirstOperations,
): { [status: string]: Json } {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    for (const status of statusesOf(code)) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
  }
  const responses: { [status: string]: Json } = {};
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) {
    const isRecorded = type === "write" && status < 500 && !NEVER_RECORDED.has(status);
    const of = `${isRecorded ? "recorded" : "not recorded"} ${group.join(" ")}`;
    responses[status] = components.response(nameOf(status, of), of, () => {
      const headers = components.headers([
        ...(isRecorded ? RECORDED_HEADERS : []),
        ...(status === 429 ? (["retry-after"] as const) : []),
      ]);
      return {
        description: `Refused: ${group.map((code) => `\`${code}\``).join(", ")}.`,
        ...(Object.keys(headers).length > 0 && { headers }),
        content: {
          "application/json": {
            schema: components.own("Error"),
            ...examplesOf(group, components, first),
          },
        },
      };
    });
  }
  return responses;
}

/**
 * The name depends on the refusals alone, so that a new operation renames no response: a generated
 * client may have the name in it.
 */
function nameOf(status: number, of: string): string {
  return `E${status}-${hash("sha256", of, "hex").slice(0, DIGEST_LENGTH)}`;
}

/**
 * Codes that say nothing of the operation: a response has their examples only where it has no other
 * codes. `x-error-codes` names them with every operation.
 */
const OF_NO_OPERATION: ReadonlySet<ErrorCode> = new Set([
  "not_found",
  "operation_not_allowed",
  "product_access_suspended",
  "product_activation_required",
]);

function examplesOf(
  group: readonly ErrorCode[],
  components: Components,
  first: FirstOperations,
): Json {
  const telling = group.filter((code) => !OF_NO_OPERATION.has(code));
  const examples: { [code: string]: Json } = {};
  for (const code of telling.length === 0 ? group : telling) {
    const value = errorExample(code, first.get(code) ?? "");
    if (value !== undefined) examples[code] = components.example(code, value);
  }
  return Object.keys(examples).length === 0 ? {} : { examples };
}
