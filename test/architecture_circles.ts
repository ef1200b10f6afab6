/** The rules of the direction in which files import each other: no circles, and the order of a room's folders. */
import { each, type Finding, isTest, type Source, targetsOf } from "./architecture_source.ts";

/** No file that ships imports itself by way of others, types included. */
export function circles(sources: readonly Source[]): Finding[] {
  const files = new Map(
    sources
      .filter((source) => /^(src|wal)\//.test(source.path) && !isTest(source))
      .map((source) => [source.path, targetsOf(source)]),
  );
  const findings: Finding[] = [];
  const seen = new Set<string>();
  function visit(path: string, way: readonly string[]): void {
    if (way.includes(path)) {
      const circle = [...way.slice(way.indexOf(path)), path].join(" -> ");
      findings.push({ path, message: `imports itself: ${circle}` });
    }
    if (seen.has(path)) return;
    seen.add(path);
    for (const target of files.get(path) ?? []) visit(target, [...way, path]);
  }
  for (const path of files.keys()) visit(path, []);
  return findings;
}

/** Of rooms whose folders have an order: the folders of the room that each folder may import besides itself. */
const FOLDER_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "src/http/read": [],
  "src/http/answer": ["src/http/read"],
  "src/http/note": ["src/http/read"],
  "src/http/call": ["src/http/read", "src/http/answer", "src/http/note"],
};

/** Folders with an order import only those before them. */
export const folders = each((source) => {
  const own = folderOf(source.path);
  const allowed = FOLDER_IMPORTS[own];
  if (allowed === undefined || isTest(source)) return [];
  return targetsOf(source)
    .filter((target) => folderOf(target) in FOLDER_IMPORTS)
    .filter((target) => folderOf(target) !== own && !allowed.includes(folderOf(target)))
    .map(
      (target) => `imports ${target}: ${own} may import ${allowed.join(", ") || "none of them"}`,
    );
});

/** `src/http/read/x.ts` -> `src/http/read`. */
function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}
