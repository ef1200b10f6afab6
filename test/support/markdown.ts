/** What tests read of the project's Markdown documents: blocks, links, promises, tests by name. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** `path` from the project's root. */
export type Markdown = { path: string; text: string };
export type Fence = { language: string; text: string };
export type NamedTest = { file: string; title: string };

export const ROOT = join(import.meta.dirname, "..", "..");

/** Every file that a clone of the working tree would have, by its path from the project's root. */
export function clonedPaths(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const paths = [...new Set(listed.split("\0"))];
  return paths.filter((path) => path !== "" && existsSync(join(ROOT, path)));
}

/** The working tree as git would clone it, with the packages that are already installed. */
export function copyAsCloned(to: string): void {
  const paths = clonedPaths();
  for (const folder of new Set(paths.map((path) => dirname(join(to, path))))) {
    mkdirSync(folder, { recursive: true });
  }
  for (const path of paths) copyFileSync(join(ROOT, path), join(to, path));
  symlinkSync(join(ROOT, "node_modules"), join(to, "node_modules"));
}

/** Every Markdown document of the project. */
export function markdownDocuments(): Markdown[] {
  return clonedPaths()
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** The fenced blocks of a document, in order. */
export function fencesOf({ text }: Markdown): Fence[] {
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, block]) => ({
    language: language as string,
    text: block as string,
  }));
}

/** Links of a document that lead to no existing file, or to no heading and no `<a id="…">` of that file. */
export function brokenLinksOf({ path, text }: Markdown): string[] {
  return linksOf(text).filter((link) => !leadsSomewhere(path, link));
}

/** Paths from the project's root to which a piece of a document links. */
export function linkedPathsOf(path: string, text: string): string[] {
  return linksOf(text).map((link) => pathOf(path, link.split("#")[0] as string));
}

/** The part of a document under one heading, up to the next heading of any level. */
export function sectionOf({ path, text }: Markdown, heading: string): string {
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${path} has no heading "${heading}"`);
  return section;
}

/** Tests that a document names, as [`any text`](file): `title`; `title`. */
export function namedTestsOf({ path, text }: Markdown): NamedTest[] {
  const named = /\]\(([^)]+\.test\.ts)\):((?: *`[^`]+`;?)+)/g;
  return [...text.replaceAll(/\n +/g, " ").matchAll(named)].flatMap(([, link, titles]) =>
    [...(titles as string).matchAll(/`([^`]+)`/g)].map(([, title]) => ({
      file: pathOf(path, link as string),
      title: title as string,
    })),
  );
}

/**
 * True where the title of `test` is a whole string or template of its file, or where the file has a
 * decision table and both halves of the title, of which the table makes it.
 */
export function exists({ file, title }: NamedTest): boolean {
  if (!existsSync(join(ROOT, file))) return false;
  const source = readFileSync(join(ROOT, file), "utf8");
  const has = (text: string) => ['"', "`"].some((quote) => source.includes(quote + text + quote));
  const [, condition = "", outcome = ""] = /^[^:]+: (.+) -> (.+)$/.exec(title) ?? [];
  return has(title) || (source.includes("decisionTable(") && has(condition) && has(outcome));
}

/** The rows of a document's tables that begin with the columns `promise` and `held by`. */
export function promisesOf({ path, text }: Markdown): Markdown[] {
  const tables = [...text.matchAll(/^\| promise +\| held by +\|\n\|[- |]+\|\n((?:\|.*\n)*)/gm)];
  return tables.flatMap(([, rows]) =>
    (rows as string)
      .trim()
      .split("\n")
      .map((row) => ({ path, text: row })),
  );
}

/** Targets of links, without those to other places on the net. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The path from the project's root to what `link` leads to from the document at `path`. */
function pathOf(path: string, link: string): string {
  return link === "" ? path : posix.join(posix.dirname(path), link);
}

function leadsSomewhere(path: string, link: string): boolean {
  const [to, anchor] = link.split("#") as [string, string | undefined];
  const target = join(ROOT, pathOf(path, to));
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  const text = readFileSync(target, "utf8");
  const headings = [...text.matchAll(/^#+ (.+)$/gm)];
  const isHeading = headings.some(([, heading]) => anchorOf(heading as string) === anchor);
  return isHeading || text.includes(`<a id="${anchor}"></a>`);
}

/** The anchor of a heading as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}
