/** The rules of `src/features` as functions over sources: order of dependence, operations, leaves. */
import { posix } from "node:path";
import ts from "typescript";
import {
  each,
  type Finding,
  isTest,
  literalText,
  nodesOf,
  type Source,
  targetOf,
} from "./architecture_source.ts";

const REGISTRY = "src/features/registry.ts";
const OPERATION_ID = /^[a-z_]+(\.[a-z_]+)+$/;
/** Who lists operations. */
const LISTS = [REGISTRY, "src/features/platform/platform_operations.ts"];
const OPERATION_FILE = /^src\/features\/[^/]+\/[a-z_]+(\.[a-z_]+)+\.ts$/;

/**
 * A feature folder imports only feature folders above it in the registry's FEATURE_ORDER. Files of
 * operations are leaves and stand outside the order.
 */
export function featureOrder(sources: readonly Source[]): Finding[] {
  const registry = sources.find(({ path }) => path === REGISTRY);
  if (registry === undefined) return [];
  const order = featureOrderOf(registry);
  if (order === undefined)
    return [{ path: REGISTRY, message: "exports no FEATURE_ORDER of names" }];
  const check = each((source) => {
    const folder = featureFolderOf(source.path);
    if (folder === undefined || isTest(source)) return [];
    const rank = order.indexOf(folder);
    if (rank < 0) return [`is in feature "${folder}", which FEATURE_ORDER lacks`];
    if (isOperation(source)) return [];
    return source.imports.flatMap((specifier) => {
      const target = targetOf(source, specifier);
      if (target === undefined) return [];
      const other = featureFolderOf(target);
      if (other === undefined || other === folder) return [];
      const above = order.indexOf(other);
      return above >= 0 && above < rank
        ? []
        : [`imports ${target}: ${other} is not above ${folder}`];
    });
  });
  return check(sources);
}

/** An operation's file is imported by the list that its feature gives, and by tests. */
export function leaves(sources: readonly Source[]): Finding[] {
  const check = each((source) => {
    if (isTest(source) || !source.path.startsWith("src/")) return [];
    if (LISTS.includes(source.path)) return [];
    return source.imports.flatMap((specifier) => {
      const target = targetOf(source, specifier);
      if (target === undefined) return [];
      if (target === REGISTRY && featureFolderOf(source.path) !== undefined) {
        return ["imports the registry, which imports it"];
      }
      return isOperation({ path: target }) ? [`imports ${target}, an operation's file`] : [];
    });
  });
  return check(sources);
}

function isOperation({ path }: Pick<Source, "path">): boolean {
  return OPERATION_FILE.test(path) && !isTest({ path });
}

function featureOrderOf(registry: Source): string[] | undefined {
  for (const node of nodesOf(registry.tree)) {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== "FEATURE_ORDER") continue;
    for (const inner of nodesOf(node)) {
      if (!ts.isArrayLiteralExpression(inner)) continue;
      const names = inner.elements.map((element) => literalText(element));
      return names.every((name) => name !== undefined) ? names : undefined;
    }
  }
  return undefined;
}

/**
 * An operation is declared once, in a file of its name in the folder of its first noun; a file of such
 * a name declares it.
 */
export function operations(sources: readonly Source[]): Finding[] {
  const declaredBy = new Map<string, string>();
  const findings: Finding[] = [];
  for (const source of sources) {
    if (isTest(source) || !source.path.startsWith("src/")) continue;
    const { path } = source;
    const name = posix.basename(path, ".ts");
    const ids = operationIdsOf(source);
    for (const id of ids) {
      const first = declaredBy.get(id);
      if (first !== undefined) findings.push({ path, message: `declares ${id}, as ${first} does` });
      declaredBy.set(id, path);
      if (id !== name) findings.push({ path, message: `declares ${id}: its file is ${id}.ts` });
      const folder = featureFolderOf(path);
      const [noun] = id.split(".");
      if (folder !== noun)
        findings.push({ path, message: `declares ${id}: its folder is ${noun}` });
    }
    if (path.startsWith("src/features/") && name.includes(".") && !ids.includes(name)) {
      findings.push({ path, message: `does not declare ${name}` });
    }
  }
  return findings;
}

/** Ids of the object literals that have an `id` like an operation's, and `http`. */
function operationIdsOf({ tree }: Source): string[] {
  return [...nodesOf(tree)].flatMap((node) => {
    if (!ts.isObjectLiteralExpression(node)) return [];
    const named = (name: string) =>
      node.properties.find((property) => property.name?.getText() === name);
    const id = named("id");
    if (id === undefined || !ts.isPropertyAssignment(id) || named("http") === undefined) return [];
    const text = literalText(id.initializer);
    return text !== undefined && OPERATION_ID.test(text) ? [text] : [];
  });
}

/** `src/features/ledger/x.ts` -> `ledger`; undefined outside a feature's folder. */
function featureFolderOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}
