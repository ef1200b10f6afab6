/**
 * What a query will read: the tree of its fields that are reads, or that lead to reads. Everything
 * else is left to the execution.
 */
import {
  type FieldNode,
  type GraphQLField,
  GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  Kind,
} from "graphql";
import { collectFields, collectSubfields } from "graphql/execution/collectFields.js";
import { getArgumentValues } from "graphql/execution/values.js";
import { invariant } from "../base/invariant.ts";
import type { ChosenOperation } from "./document.ts";
import type { ReadField } from "./read_field.ts";
import { readOf } from "./schema.ts";

export type Variables = Readonly<Record<string, unknown>>;

/** One field, selected once or more under one response key. */
export type PlanNode = {
  responseKey: string;
  /** Name of the field: where its value stands in the parent's document, when it is no read. */
  property: string;
  read: ReadField | undefined;
  argumentsOf(variables: Variables): Readonly<Record<string, unknown>>;
  children: readonly PlanNode[];
};

/** The plan of a valid query; `variables` decide what is skipped, and nothing else. */
export function planOf(
  schema: GraphQLSchema,
  { operation, fragments }: ChosenOperation,
  variables: Variables,
): PlanNode[] {
  const byName = Object.fromEntries(fragments);
  const query = schema.getQueryType();
  invariant(query !== undefined && query !== null, "the schema has a query type");

  function nodesOf(type: GraphQLObjectType, fields: Iterable<[string, readonly FieldNode[]]>) {
    const nodes: PlanNode[] = [];
    for (const [responseKey, fieldNodes] of fields) {
      const [first] = fieldNodes as [FieldNode];
      const field = type.getFields()[first.name.value];
      // Introspection has no field here, and reads nothing.
      if (field === undefined) continue;
      const node = nodeOf(responseKey, field, fieldNodes);
      if (node.read !== undefined || node.children.length > 0) nodes.push(node);
    }
    return nodes;
  }

  function nodeOf(
    responseKey: string,
    field: GraphQLField<unknown, unknown>,
    fieldNodes: readonly FieldNode[],
  ): PlanNode {
    const read = readOf(field);
    const type = getNamedType(field.type);
    const isObject = type instanceof GraphQLObjectType;
    return {
      responseKey,
      property: field.name,
      read,
      argumentsOf: argumentsOf(field, fieldNodes[0] as FieldNode),
      children: isObject
        ? nodesOf(type, collectSubfields(schema, byName, variables, type, fieldNodes))
        : [],
    };
  }

  return nodesOf(query, collectFields(schema, byName, variables, query, operation.selectionSet));
}

function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): PlanNode["argumentsOf"] {
  const names = (node.arguments ?? []).filter(({ value }) => value.kind === Kind.VARIABLE);
  if (names.length > 0) return (variables) => getArgumentValues(field, node, variables);
  const constant = getArgumentValues(field, node);
  return () => constant;
}
