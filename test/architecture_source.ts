/** The project's source files for the architecture rules: parsed, with their imports. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["src", "wal", "test", "bench", "scripts"];

/** One file. `path` is relative to the project, with `/`. */
export type Source = {
  path: string;
  text: string;
  tree: ts.SourceFile;
  /** Specifiers of every import, re-export and `import()`, types included, as written. */
  imports: readonly string[];
};

/** A fault of a file, as a sentence whose subject is the file. */
export type Finding = { path: string; message: string };
export type Rule = (sources: readonly Source[]) => Finding[];

/** A rule that looks at one file at a time. */
export function each(findingsOf: (source: Source) => readonly string[]): Rule {
  return (sources) =>
    sources.flatMap((source) =>
      findingsOf(source).map((message) => ({ path: source.path, message })),
    );
}

/** Every `.ts` and `.tsx` file of the project. */
export function readSources(): Source[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.split(sep).join("/")}`),
  )
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(ROOT, path), "utf8")));
}

export function sourceOf(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const imports = ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName);
  return { path, text, tree, imports };
}

/** What tests need to know of a noun, beside the noun (test/support/noun_cases.ts). */
const NOUN_CASES = /^src\/features\/([^/]+)\/\1_cases\.ts$/;

/** Whether a file is a test or is imported by tests alone: all of `test/`, and the `<folder>_cases.ts` of a feature's folder. */
export function isTest({ path }: Pick<Source, "path">): boolean {
  return path.startsWith("test/") || path.endsWith(".test.ts") || NOUN_CASES.test(path);
}

/** Path of the project's file that a specifier names, or undefined when it names a package. */
export function targetOf({ path }: Source, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return posix.join(posix.dirname(path), specifier);
}

/** The project's files that a file imports. */
export function targetsOf(source: Source): string[] {
  return source.imports.flatMap((specifier) => targetOf(source, specifier) ?? []);
}

/** Every node of the file, parents first. */
export function nodesOf(node: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const add = (each: ts.Node): void => {
    nodes.push(each);
    ts.forEachChild(each, add);
  };
  add(node);
  return nodes;
}

/** The text of a string literal, template holes as `…`; undefined for any other expression. */
export function literalText(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join("");
}
