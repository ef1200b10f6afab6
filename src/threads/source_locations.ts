/**
 * Locations in the built scripts as locations in the sources. Node would read the maps of all that it loads for that;
 * here they are read for the first stack that is told, and by main alone: an edge has requests to answer.
 */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A script of the build, line and column. */
const BUILT_LOCATION = /(file:\/\/\/[^\s:"'()]+\/\.build\/[^\s:"'()]+\.js):(\d+):(\d+)/g;
/** By the URL of a script; undefined where it has no map. */
const maps = new Map<string, SourceMap | undefined>();

/** The text, a stack for instance, with each location in a built script as the location in the source that it was made of. */
export function withSourceLocations(text: string): string {
  return text.replace(BUILT_LOCATION, (location, url: string, line: string, column: string) => {
    const entry = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !("originalSource" in entry)) return location;
    const source = join(dirname(fileURLToPath(url)), entry.originalSource);
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) {
    const path = `${fileURLToPath(url)}.map`;
    const map = existsSync(path)
      ? new SourceMap(JSON.parse(readFileSync(path, "utf8")))
      : undefined;
    maps.set(url, map);
  }
  return maps.get(url);
}
