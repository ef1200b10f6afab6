/**
 * The contract document of one Build: OpenAPI 3.1 of the operations that a key of its Products can reach, with the
 * kinds and actions of its program. Pure: the same operations and program give the same document.
 */
import type { Tag } from "../../contract/declare/feature.ts";
import type { Operation } from "../../contract/declare/operation.ts";
import { openApiDocument } from "../../contract/document/openapi.ts";
import { ERROR_CATALOG } from "../../contract/refusals/error_catalog.ts";
import { codesOf } from "../../contract/refusals/shared_codes.ts";
import type { Program } from "../../programs/program_schema.ts";
import { CONTRACT_RULES } from "../contract_rules.ts";
import { KindNames, namesIn } from "./kind_names.ts";
import { isOfAKind, kindOperations } from "./kind_operations.ts";

export type ContractParts = {
  /** Of the Build, and all of them in the contract of the platform. */
  operations: readonly Operation<never>[];
  tags: readonly Tag[];
  program: Program;
  digest: string;
};

export function buildContract({ operations, tags, program, digest }: ContractParts): object {
  const names = new KindNames(namesIn(operations));
  const own = operations.flatMap((operation) =>
    isOfAKind(operation) ? kindOperations(operation, program, names) : [operation],
  );
  const about = {
    title: program.name,
    summary: `What a Product offers that is made of the Build with the digest ${digest}.`,
    description: CONTRACT_RULES,
    tags,
  };
  const document = openApiDocument(own, about, { serverUrl: "/v1" });
  const codes = new Set(operations.flatMap((operation) => codesOf(operation)));
  return {
    ...document,
    "x-errors": Object.values(ERROR_CATALOG).filter(({ code }) => codes.has(code)),
  };
}
