/**
 * The rule of tests that start servers of their own, which takes longer than most tests: each says why
 * in the first comment of its file. All others share servers (`test/support/shared_server.ts`).
 */
import { each, type Source, targetOf } from "./architecture_source.ts";

/** What starts a server, and the modules that have it. */
const START = /\b(?:startServer|openOwnConsole)\(/g;
const MODULES = ["test/support/server.ts", "test/support/console.ts"];
/** Who starts servers for others. */
const SUPPORT = /^test\/support\//;
const COMMENT = /^(?:#!.*\n)?\/\*\*(.*?)\*\//s;
const WHY = /\bA server of its own: [a-z].{9,}\./;

/** In how many places the file starts a server of its own. */
export function startsIn(source: Source): number {
  const targets = source.imports.map((specifier) => targetOf(source, specifier));
  const isAble = targets.some((target) => MODULES.includes(target ?? ""));
  return isAble && !SUPPORT.test(source.path) ? (source.text.match(START)?.length ?? 0) : 0;
}

export const servers = each((source) => {
  const says = WHY.test(COMMENT.exec(source.text)?.[1] ?? "");
  const starts = startsIn(source) > 0;
  if (starts && !says) {
    return ['starts a server and its first comment has no "A server of its own: ", which says why'];
  }
  return says && !starts ? ["says why it starts a server, and starts none"] : [];
});
