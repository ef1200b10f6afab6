/**
 * The relations between objects, derived from the declarations: a new read brings its relations.
 *
 * - A field that holds an id which a `….retrieve` takes as its only parameter brings a second field
 *   without the `Id`: `sourceAccountId` -> `sourceAccount`, `transferIds` -> `transfers`.
 * - `{type, id}` where `type` names resources that can be retrieved gets one field for each
 *   resource: an account's `owner { customer { … } }`, null where the owner is something else.
 * - A read below the path of a resource is a field of it: `/accounts/{accountId}/entries` ->
 *   `Account.entries`, `/accounts/{accountId}/balance` -> `Account.balance`.
 *
 * A relation is never a root field, and never hides a field of the schema.
 */
import type { TSchema } from "@sinclair/typebox";
import { camelCase } from "../base/camel_case.ts";
import type { AnyRead } from "../calls/callable.ts";
import { keywordsOf } from "../contract/document/openapi_components.ts";
import { idPrefixOf } from "../contract/values/formats.ts";
import {
  isWhichProduct,
  type Parent,
  parametersOf,
  type ReadField,
  relationField,
} from "./read_field.ts";

export type Relation = { name: string; field: ReadField };

/** A resource that can be retrieved by one id. */
type Resource = { operation: AnyRead; parameter: string; idPrefix: string; basePath: string };

/** Finds the reads that are fields of objects, by the ids that the objects hold. */
export class Relations {
  readonly #resources: readonly Resource[];
  readonly #reads: readonly AnyRead[];

  constructor(reads: readonly AnyRead[]) {
    // A read that must ask the shard cannot be made for many parents at one moment.
    // Nor can one lead to another shard than the object's own.
    this.#reads = reads.filter(
      ({ needs, acts }) =>
        needs?.recordOf === undefined && acts?.on !== "tenant" && acts?.on !== "platform",
    );
    this.#resources = this.#reads.flatMap((operation) => {
      const [parameter, ...others] = parametersOf(operation).filter(
        (parameter) => !isWhichProduct(parameter),
      );
      if (parameter === undefined || others.length > 0) return [];
      const [name, schema] = parameter;
      const { path } = operation.http;
      if (!path.endsWith(`/{${name}}`) || path.split("/").length !== 3) return [];
      const idPrefix = idPrefixOf(schema);
      return idPrefix === undefined
        ? []
        : [{ operation, parameter: name, idPrefix, basePath: path }];
    });
  }

  /** The relations of an object type that has `properties`. */
  of(typeName: string, properties: Readonly<Record<string, TSchema>>): Relation[] {
    const found = new Map<string, Relation>();
    const add = (relation: Relation) => {
      const isFree = properties[relation.name] === undefined && !found.has(relation.name);
      if (isFree) found.set(relation.name, relation);
    };
    for (const relation of this.#below(typeName)) add(relation);
    for (const [property, schema] of Object.entries(properties)) {
      for (const relation of this.#named(typeName, property, schema)) add(relation);
    }
    for (const relation of this.#typed(properties)) add(relation);
    return [...found.values()];
  }

  /** Relations by path: the reads one step below the path of this type's resource. */
  #below(typeName: string): Relation[] {
    const resource = this.#resources.find(({ operation }) => operation.output.title === typeName);
    if (resource === undefined) return [];
    const { parameter, basePath } = resource;
    return this.#reads.flatMap((operation) => {
      const { path } = operation.http;
      const rest = path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : "";
      if (!/^[a-z-]+$/.test(rest)) return [];
      const idsOf = (parent: Parent) => idsAt(parent, parameter);
      const field = relationField(operation, { boundName: parameter, idsOf });
      return [{ name: camelCase(rest), field }];
    });
  }

  /**
   * The relation of a field `xId` or `xIds` that names a resource; a resource's own id makes no
   * relation.
   */
  #named(typeName: string, property: string, schema: TSchema): Relation[] {
    const many = property.endsWith("Ids");
    if (!many && !property.endsWith("Id")) return [];
    const idSchema = many ? (schema["items"] as TSchema | undefined) : schema;
    const prefix = idSchema === undefined ? undefined : idPrefixOf(idSchema);
    const resource = this.#resources.find(({ idPrefix }) => idPrefix === prefix);
    if (resource === undefined) return [];
    const { operation, parameter } = resource;
    if (operation.output.title === typeName && property === parameter) return [];
    const idsOf = (parent: Parent) => idsAt(parent, property);
    const name = many ? `${property.slice(0, -3)}s` : property.slice(0, -2);
    return [{ name, field: relationField(operation, { boundName: parameter, many, idsOf }) }];
  }

  /** Relations of an object such as `{type: "customer", id}`. */
  #typed(properties: Readonly<Record<string, TSchema>>): Relation[] {
    const { type, id, ...others } = properties;
    if (type === undefined || id === undefined || Object.keys(others).length > 0) return [];
    const kinds = keywordsOf(type).anyOf?.map((member) => String(member.const)) ?? [];
    return kinds.flatMap((kind) => {
      const resource = this.#resources.find(({ operation }) => operation.id === `${kind}.retrieve`);
      if (resource === undefined) return [];
      const { operation, parameter } = resource;
      const idsOf = (parent: Parent) => (parent["type"] === kind ? idsAt(parent, "id") : NO_IDS);
      return [
        { name: camelCase(kind), field: relationField(operation, { boundName: parameter, idsOf }) },
      ];
    });
  }
}

function idsAt(parent: Parent, property: string): readonly string[] {
  const value = parent[property];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value : NO_IDS;
}

const NO_IDS: readonly string[] = [];
