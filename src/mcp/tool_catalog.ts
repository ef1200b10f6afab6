/**
 * The tools that agents have: one for each operation that an agent may run, in one fixed order.
 * Guarantees: made from the declarations alone, so an operation that is declared is a tool; no tool
 * makes a key; a tool is described once a thread, when somebody asks for it first.
 */
import { type AnyOperation, type Callable, callableOf } from "../calls/callable.ts";
import { answersDocument } from "../contract/declare/aspects/answer_form.ts";
import { secretsOf } from "../contract/declare/secrets.ts";
import type { Json } from "../contract/document/openapi_components.ts";
import type { Allowed } from "./grant_view.ts";
import { annotationsOf, titleOf } from "./tool_annotations.ts";
import {
  type CallFields,
  callFieldsOf,
  inputSchemaOf,
  type OwnFields,
  outputSchemaOf,
  ownFieldsOf,
} from "./tool_schema.ts";

export type Tool = {
  /** The operation's id with an underscore in place of each full stop (api.md, D10). */
  readonly name: string;
  readonly operation: AnyOperation;
  readonly callable: Callable;
  readonly fields: OwnFields;
  readonly callFields: CallFields;
  /** The tool as `tools/list` shows it. */
  readonly definition: Json;
};

export type ToolCatalog = {
  /** All tools, in the order of their names. */
  readonly tools: readonly Tool[];
  get(name: string): Tool | undefined;
  /** The tool of the operation with this id. */
  getOperation(id: string): Tool | undefined;
  /** The tools that a caller with these rights may run, in the order of their names. */
  allowedTo(allowed: Allowed): readonly Tool[];
};

/** The catalog of the operations that agents may run; the others are left out. */
export function toolCatalogOf(operations: readonly AnyOperation[]): ToolCatalog {
  const tools = operations
    .filter(isTool)
    .map(toolOf)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    tools,
    get: (name) => byName.get(name),
    getOperation: (id) => byName.get(toolNameOf(id)),
    allowedTo: (allowed) => tools.filter((tool) => isAllowed(tool, allowed)),
  };
}

/** Whether the rights open the tool. A call may still be refused, for its Product, its permission or an approval. */
export function isAllowed({ operation, callable }: Tool, { of, names }: Allowed): boolean {
  const { id, principals, scope } = operation;
  if (callable.gate.isPublic) return true;
  if (of === "operations") return names.has(id);
  return principals.includes("agent") && (scope === undefined || names.has(scope));
}

/**
 * Whether the operation is a tool: agents may run it and its answer is a document, or it shows a Product key itself.
 * An operation whose answer has a secret makes a key, and is no tool: a person makes keys in the browser.
 */
function isTool(operation: AnyOperation): boolean {
  const { principals, inContract, takes, output, ofItself } = operation;
  const isOfKey = principals.includes("product_key") && ofItself !== undefined;
  return (
    (principals.includes("agent") || isOfKey) &&
    inContract !== false &&
    answersDocument(operation) &&
    takes !== "form" &&
    secretsOf(output, "output") === undefined
  );
}

/** `account.balance.retrieve` -> `account_balance_retrieve`. */
export function toolNameOf(operationId: string): string {
  return operationId.replaceAll(".", "_");
}

function toolOf(operation: AnyOperation): Tool {
  const name = toolNameOf(operation.id);
  let definition: Json | undefined;
  return {
    name,
    operation,
    callable: callableOf(operation),
    fields: ownFieldsOf(operation),
    callFields: callFieldsOf(operation),
    get definition() {
      definition ??= definitionOf(name, operation);
      return definition;
    },
  };
}

function definitionOf(name: string, operation: AnyOperation): Json {
  return {
    name,
    title: titleOf(operation),
    description: descriptionOf(operation),
    inputSchema: inputSchemaOf(operation),
    outputSchema: outputSchemaOf(operation),
    annotations: annotationsOf(operation),
  };
}

function descriptionOf({ summary, description }: AnyOperation): string {
  return description === undefined ? summary : `${summary.replace(/\.?$/, ".")} ${description}`;
}
