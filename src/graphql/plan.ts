/**
 * What a query will read: the tree of its fields that are reads, or that lead to reads. The
 * execution deals with all other fields.
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
import { keyOf, type ReadField } from "./read_field.ts";
import { readOf } from "./schema.ts";

export type Variables = Readonly<Record<string, unknown>>;

/** One field, selected once or several times under one response key. */
export type PlanNode = {
  responseKey: string;
  /**
   * Name of the field; where the field is no read, its value has this name in the parent's
   * document.
   */
  property: string;
  read: ReadField | undefined;
  argumentsOf(variables: Variables): Readonly<Record<string, unknown>>;
  /** `keyOf` the input of a root field without variables: the same for every request. */
  fixedKey: string | undefined;
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
      // A field of introspection is not in this type, and reads nothing.
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
    const [first] = fieldNodes as readonly [FieldNode];
    const read = readOf(field);
    const type = getNamedType(field.type);
    const isObject = type instanceof GraphQLObjectType;
    return {
      responseKey,
      property: field.name,
      read,
      argumentsOf: argumentsOf(field, first),
      fixedKey:
        read?.boundName === undefined && read !== undefined && !hasVariables(first)
          ? keyOf(read, "", getArgumentValues(field, first))
          : undefined,
      children: isObject
        ? nodesOf(type, collectSubfields(schema, byName, variables, type, fieldNodes))
        : [],
    };
  }

  return nodesOf(query, collectFields(schema, byName, variables, query, operation.selectionSet));
}

/**
 * The arguments of a field as a function of the variables. Nearly all fields have only constants or
 * only variables as arguments, which need no general evaluation.
 */
function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): PlanNode["argumentsOf"] {
  const given = node.arguments ?? [];
  if (!hasVariables(node)) {
    const constant = getArgumentValues(field, node);
    return () => constant;
  }
  const pairs = given.flatMap(({ name, value }) =>
    value.kind === Kind.VARIABLE ? [[name.value, value.name.value] as const] : [],
  );
  const general = (variables: Variables) => getArgumentValues(field, node, variables);
  if (pairs.length < given.length) return general;
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const [name, variable] of pairs) {
      const value = variables[variable];
      // The library handles defaults, and arguments that must not be absent.
      if (value === undefined || value === null) return general(variables);
      values[name] = value;
    }
    return values;
  };
}

function hasVariables({ arguments: given = [] }: FieldNode): boolean {
  return given.some(({ value }) => value.kind === Kind.VARIABLE);
}
