/**
 * The tools that agents have: one for each operation that an agent may run, in one fixed order.
 * Guarantees: made from the declarations alone, so an operation that is declared is a tool; no tool
 * makes a key; a tool is described once a thread, when somebody asks for it first.
 */
import { type AnyOperation, type Callable, callableOf } from "../calls/callable.ts";
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
  /** As `tools/list` shows it. */
  readonly definition: Json;
};

export type ToolCatalog = {
  /** In the order of their names. */
  readonly tools: readonly Tool[];
  get(name: string): Tool | undefined;
  /** By the id of its operation. */
  getOperation(id: string): Tool | undefined;
  /** The tools that may be run by whoever has this, in their order. */
  allowedTo(allowed: Allowed): readonly Tool[];
};

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

/** Whether the caller may run the tool, as far as what it was allowed says. */
export function isAllowed({ operation, callable }: Tool, { of, names }: Allowed): boolean {
  const { id, principals, scope } = operation;
  if (callable.gate.isPublic) return true;
  if (of === "operations") return names.has(id);
  return principals.includes("agent") && (scope === undefined || names.has(scope));
}

/**
 * An operation of the contract that agents may run, whose answer is a document, or that tells a Product key what it
 * is. What answers with a secret makes a key, and no tool does that: a person makes keys in the browser.
 */
function isTool(operation: AnyOperation): boolean {
  const { principals, inContract, answers, takes, output, ofItself } = operation;
  const isOfKey = principals.includes("product_key") && ofItself !== undefined;
  return (
    (principals.includes("agent") || isOfKey) &&
    inContract !== false &&
    answers === undefined &&
    takes !== "form" &&
    secretsOf(output, "output") === undefined
  );
}

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
