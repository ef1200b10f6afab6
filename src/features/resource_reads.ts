/**
 * The list and the retrieve operation of a resource: everything but the parts that each operation
 * declares itself.
 */
import { type TObject, Type } from "@sinclair/typebox";
import { ID_SUFFIX_LENGTH } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { type Found, found } from "../contract/declare/found.ts";
import { declareRead, type ReadContext } from "../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../contract/declare/principal_lists.ts";
import type { DocumentResource, Filter, ResourceNames } from "../contract/declare/resource.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { Id, listOf, listQuery, Search } from "../contract/values/formats.ts";
import { answerCreatedList, type CreatedList } from "./created_list.ts";
import { refuseOtherProduct } from "./own_product.ts";

// biome-ignore lint/suspicious/noExplicitAny: the reads of a resource look into no document themselves
type AnyDocument = any;
type AnyResource<C extends ErrorCode = ErrorCode> = DocumentResource<AnyDocument, AnyDocument, C>;
/** An input that the schemas of path and query have accepted; its values are texts. */
type Input = Readonly<Record<string, unknown>>;

/** The name of the one id in a path, such as `customerId`. */
function idNameIn(path: TObject): string {
  const [name, ...others] = Object.keys(path.properties);
  invariant(name !== undefined && others.length === 0, "the path of a thing has its id alone");
  return name;
}

/** What the two reads of a noun say of themselves. */
export type ReadsDeclaration = {
  /** The path of the list; that of the retrieve operation has the id of the thing behind it. */
  path: string;
  list: { summary: string; description: string };
  retrieve: { summary: string; description: string };
};

/** The list and the retrieve operation of a noun whose things a Product has: `noun.list`, `noun.retrieve`. */
export function declareReads<N extends string, C extends ErrorCode, T extends TObject>(
  resource: AnyResource<C> & { noun: N; path: T },
  { path, list, retrieve }: ReadsDeclaration,
) {
  const { noun, readScope: scope, path: ofThing } = resource;
  const declared = { principals: PRODUCT_CALLERS, scope } as const;
  return [
    declareRead({
      id: `${noun}.list`,
      ...list,
      ...declared,
      http: { method: "GET", path },
      ...listed(resource),
    }),
    declareRead({
      id: `${noun}.retrieve`,
      ...retrieve,
      ...declared,
      http: { method: "GET", path: `${path}/{${idNameIn(ofThing)}}` },
      ...retrieved(resource, ofThing),
    }),
  ] as const;
}

/** The parts of a retrieve operation. `path` has exactly one parameter: the thing's id. */
export function retrieved<C extends ErrorCode, T extends TObject>(
  resource: AnyResource<C>,
  path: T,
) {
  const idName = idNameIn(path);
  return {
    path,
    output: resource.output,
    refusals: [resource.notFoundCode],
    read(snapshot: Snapshot, input: Input, { realm, principal }: ReadContext): Found | Refusal<C> {
      const id = input[idName] as string;
      const seen = resource.find(snapshot, realm, id);
      if (seen === undefined) return resource.notFound(id);
      return found(shown(resource, snapshot, seen.document, principal, seen.suffix));
    },
  };
}

/** A thing that is in no table and older than all others, as the list shows it with the filters of them all. */
export type Oldest = { document: AnyDocument; suffix: string; atMs: number };

/** The parts of the list of a Product's things. `oldestOf`: the thing that comes behind all others. */
export function listed(resource: AnyResource, oldestOf?: (context: ReadContext) => Oldest) {
  const { filters = {} } = resource;
  const search = Type.Optional(Search);
  return {
    query: listQuery({ productId: Id("prod"), ...parametersOf(filters), search }),
    ...listParts(resource, oldestOf),
  };
}

/** The parts of a list's declaration where the Product stands in the path, as `productId`. */
export function listedInProduct(resource: AnyResource) {
  const { filters = {} } = resource;
  const search = Type.Optional(Search);
  return { query: listQuery({ ...parametersOf(filters), search }), ...listParts(resource) };
}

function listParts(resource: AnyResource, oldestOf?: (context: ReadContext) => Oldest) {
  const { filters = {} } = resource;
  return {
    output: listOf(resource.output, `${resource.output.title}List`),
    refusals: ["resource_not_found" as const],
    read(
      snapshot: Snapshot,
      input: Input,
      context: ReadContext,
    ): Found | Refusal<"resource_not_found" | "invalid_request"> {
      const otherProduct = refuseOtherProduct(context.principal, input["productId"] as string);
      if (otherProduct !== undefined) return otherProduct;
      const search = (input["search"] as string | undefined)?.toLowerCase();
      const tests = testsOf(filters, input);
      if (search !== undefined) {
        tests.push((document, suffix) => resource.isFound(document, suffix, search));
      }
      const { isListed } = resource;
      if (isListed !== undefined) tests.push((document) => isListed(document, input));
      const indexed = Object.entries(filters).flatMap(([name, { index }]) => {
        const value = input[name];
        return index === undefined || value === undefined
          ? []
          : { table: index.table, text: index.textOf(value as string) };
      })[0];
      const rows = rowsOf(resource, snapshot, context, tests, indexed);
      const oldest = oldestOf && oldestIn(resource, oldestOf(context), tests, context);
      return answerCreatedList(input, context, { ...rows, oldest });
    },
  };
}

function oldestIn(
  resource: AnyResource,
  { document, suffix, atMs }: Oldest,
  tests: readonly Test[],
  { principal }: ReadContext,
): CreatedList["oldest"] {
  const isMatch = tests.every((test) => test(document, suffix));
  return { atMs, item: isMatch ? resource.show(document, principal, suffix) : undefined };
}

/**
 * The parts of a list of the things that belong to one thing of another resource, the parent.
 * `index` is the code of the index whose texts are the suffixes of the parents' ids. `filters` are
 * the names of the filters that the list has.
 */
export function listedWithin<C extends ErrorCode, T extends TObject>(
  resource: AnyResource,
  within: { parent: AnyResource<C>; path: T; index: number; filters: readonly string[] },
) {
  const { parent, path } = within;
  const idName = idNameIn(path);
  const { query, output, readWithin } = listedUnder(resource, within);
  return {
    path,
    query,
    output,
    refusals: [parent.notFoundCode],
    read(
      snapshot: Snapshot,
      input: Input,
      context: ReadContext,
    ): Found | Refusal<C | "invalid_request"> {
      const id = input[idName] as string;
      const seen = parent.find(snapshot, context.realm, id);
      if (seen === undefined) return parent.notFound(id);
      return readWithin(snapshot, input, context, seen.suffix);
    },
  };
}

/** The parts of a list below a parent that the operation finds itself: `readWithin` is given the suffix of its id. */
export function listedUnder(
  resource: AnyResource,
  { index, filters: names }: { index: number; filters: readonly string[] },
) {
  const filters = Object.fromEntries(
    names.map((name) => [name, resource.filters?.[name] as Filter<AnyDocument>]),
  );
  return {
    query: listQuery(parametersOf(filters)),
    output: listOf(resource.output, `${resource.output.title}List`),
    readWithin(
      snapshot: Snapshot,
      input: Input,
      context: ReadContext,
      text: string,
    ): Found | Refusal<"invalid_request"> {
      const tests = testsOf(filters, input);
      const indexed = { table: index, text };
      return answerCreatedList(input, context, rowsOf(resource, snapshot, context, tests, indexed));
    },
  };
}

function shown(
  resource: AnyResource,
  snapshot: Snapshot,
  document: AnyDocument,
  names: ResourceNames,
  suffix: string,
): unknown {
  const more = resource.showIn?.(snapshot, document, names);
  return more ?? resource.show(document, names, suffix);
}

type Test = (document: AnyDocument, suffix: string) => boolean;

function parametersOf(filters: Readonly<Record<string, Filter<AnyDocument>>>) {
  const entries = Object.entries(filters);
  return Object.fromEntries(entries.map(([name, { schema }]) => [name, Type.Optional(schema)]));
}

/** The tests that a thing must pass, one for each filter that the caller has given. */
function testsOf(filters: Readonly<Record<string, Filter<AnyDocument>>>, input: Input): Test[] {
  return Object.entries(filters).flatMap(([name, { matches }]) => {
    const value = input[name];
    return value === undefined ? [] : matches(value);
  });
}

/** The things that pass every test: of the realm, or of those that an index has under a text. */
function rowsOf(
  resource: AnyResource,
  snapshot: Snapshot,
  { realm, principal }: ReadContext,
  tests: readonly Test[],
  indexed: { table: number; text: string } | undefined,
): CreatedList {
  const itemOf = (suffix: string, value: Uint8Array) => {
    const document = resource.decoded(value);
    const isMatch = tests.every((test) => test(document, suffix));
    return isMatch ? shown(resource, snapshot, document, principal, suffix) : undefined;
  };
  const { code } = resource.table;
  if (indexed === undefined) return { snapshot, tableCode: code, itemOf };
  return {
    snapshot,
    tableCode: indexed.table,
    keyPrefix: indexed.text,
    itemOf(key) {
      invariant(realm !== undefined, "rows belong to a realm");
      const suffix = key.slice(-ID_SUFFIX_LENGTH);
      const value = snapshot.get(code, realm, suffix);
      invariant(value !== undefined, "the document of an index entry exists");
      return itemOf(suffix, value);
    },
  };
}
