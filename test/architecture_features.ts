/** The rules of `src/features` as functions over sources: order of dependence, manifests, operations. */
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
  targetsOf,
} from "./architecture_source.ts";

const REGISTRY = "src/features/registry.ts";
const OPERATION_ID = /^[a-z_]+(\.[a-z_]+)+$/;
const OPERATION_FILE = /^src\/features\/[^/]+\/[a-z_]+(\.[a-z_]+)+\.ts$/;
const MANIFEST = /^src\/features\/([^/]+)\/\1_feature\.ts$/;

/**
 * A feature's files import only features above it in the lists of the registry, and common files only
 * each other. Operations are leaves and may import any feature's common code.
 */
export function featureOrder(sources: readonly Source[]): Finding[] {
  const registry = sources.find(({ path }) => path === REGISTRY);
  if (registry === undefined) return [];
  const order = featureOrderOf(registry);
  if (order.length === 0) return [{ path: REGISTRY, message: "lists no features" }];
  const check = each((source) => {
    const folder = featureFolderOf(source.path);
    if (isTest(source) || !isFeatureFile(source.path) || source.path === REGISTRY) return [];
    const rank = folder === undefined ? 0 : order.indexOf(folder);
    if (rank < 0) return [`is in feature "${folder}", which the registry does not list`];
    if (isOperation(source)) return [];
    return targetsOf(source).flatMap((target) => {
      const other = featureFolderOf(target);
      if (other === undefined || other === folder) return [];
      const above = order.indexOf(other);
      if (above >= 0 && above < rank) return [];
      return [`imports ${target}: ${other} is not above ${folder ?? "the common files"}`];
    });
  });
  return check(sources);
}

/** Folders of the manifests that the registry lists, in the order of its lists. */
export function featureOrderOf(registry: Source): string[] {
  const folders = new Map<string, string>();
  const order: string[] = [];
  for (const node of nodesOf(registry.tree)) {
    if (ts.isImportDeclaration(node)) {
      const target = targetOf(registry, literalText(node.moduleSpecifier) ?? "");
      const folder = MANIFEST.exec(target ?? "")?.[1];
      const named = node.importClause?.namedBindings;
      if (folder === undefined || named === undefined || !ts.isNamedImports(named)) continue;
      for (const { name } of named.elements) folders.set(name.text, folder);
    }
    if (!ts.isArrayLiteralExpression(node)) continue;
    for (const element of node.elements) {
      const manifest = ts.isCallExpression(element) ? element.expression : element;
      order.push(folders.get(manifest.getText()) ?? "");
    }
  }
  return order.filter((folder) => folder !== "");
}

/**
 * An operation's file is imported by its feature's manifest and by tests, a manifest by the registry,
 * and the registry, with what imports it, by no feature.
 */
export function leaves(sources: readonly Source[]): Finding[] {
  const whole = sources.filter(({ path }) => isFeatureFile(path) && !featureFolderOf(path));
  const wholes = whole.filter((source) => targetsOf(source).includes(REGISTRY));
  const overall = [REGISTRY, ...wholes.map(({ path }) => path)];
  const check = each((source) => {
    const { path } = source;
    if (isTest(source) || !path.startsWith("src/")) return [];
    const folder = featureFolderOf(path);
    return targetsOf(source).flatMap((target) => {
      if (folder !== undefined && overall.includes(target)) {
        return [`imports ${target}, which imports every feature`];
      }
      if (MANIFEST.test(target) && path !== REGISTRY) return [`imports ${target}, a manifest`];
      const isOwn = MANIFEST.test(path) && folder === featureFolderOf(target);
      return isOperation({ path: target }) && !isOwn ? [`imports ${target}, an operation`] : [];
    });
  });
  return check(sources);
}

/** Every operation is in the manifest of its folder. */
export function manifests(sources: readonly Source[]): Finding[] {
  const listed = new Set(sources.filter(({ path }) => MANIFEST.test(path)).flatMap(targetsOf));
  return sources
    .filter((source) => isOperation(source) && !listed.has(source.path))
    .map(({ path }) => ({ path, message: "is in no manifest" }));
}

export function isOperation({ path }: Pick<Source, "path">): boolean {
  return OPERATION_FILE.test(path) && !isTest({ path });
}

function isFeatureFile(path: string): boolean {
  return path.startsWith("src/features/");
}

/**
 * An operation is declared once, in a file of its name in the folder of its first noun; a file of such
 * a name declares it. Steps of a noun that need features which need the noun stand in the folder `<noun>_steps`.
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
      if (folder === noun || folder === `${noun}_steps`) continue;
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
  return nodesOf(tree).flatMap((node) => {
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
export function featureFolderOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}
