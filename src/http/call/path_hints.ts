/**
 * Which served path was probably meant by a path that nothing is served on: the same without its slash at
 * the end, with the base path before it, or with a name that is spelled otherwise.
 * Guarantees: repeats nothing of the path that was sent, because a path may hold anything; the work for one
 * path is bounded.
 */
import { editsBetween } from "../../base/nearest.ts";
import type { PathMethod } from "./path_methods.ts";

/** Longer paths, and paths of more segments, get no hint. */
const PATH_LENGTH_MAX = 256;
const SEGMENTS_MAX = 10;
/** The most wrong characters of one segment, and of a whole path. */
const EDITS_MAX = 2;
/** What a difference of another kind counts, in wrong characters. */
const PREFIX_COST = 1;

/**
 * The rule that the path breaks, where there is one, and the path that is served, with `{name}` for each
 * parameter.
 */
export type PathHint = { says: string | undefined; path: string };

type Known = { path: string; segments: readonly string[] };

export class PathHints {
  readonly #base: string;
  readonly #known: Known[];

  /** `base`: the first segment of most paths, with a slash before it. */
  constructor(served: readonly PathMethod[], base: string) {
    this.#base = base;
    const exact = served.filter(({ pattern }) => !pattern.endsWith("/*"));
    const patterns = [...new Set(exact.map(({ pattern }) => pattern))];
    this.#known = patterns.map((pattern) => ({
      path: pattern.replaceAll(/:(\w+)/g, "{$1}"),
      segments: segmentsOf(pattern),
    }));
  }

  /** The hint for a path that nothing is served on; undefined where no path is near. */
  hintFor(path: string): PathHint | undefined {
    if (path.length > PATH_LENGTH_MAX) return undefined;
    const sent = segmentsOf(path);
    if (sent.length > SEGMENTS_MAX || sent.length === 0) return undefined;
    const exact = this.#nearest(sent, 0);
    if (exact !== undefined) {
      return { says: "paths have one slash between their parts and none at the end", path: exact };
    }
    const base = this.#base.slice(1);
    const inner = sent.filter((segment) => segment !== base);
    const based = this.#nearest([base, ...inner], 0);
    if (based !== undefined) {
      const isTwice = sent.length - inner.length > 1;
      const says = isTwice
        ? `it has ${this.#base} more than once`
        : `the paths of operations begin with ${this.#base}`;
      return { says, path: based };
    }
    const near = this.#nearest(sent, EDITS_MAX) ?? this.#nearestBased(base, inner);
    return near === undefined ? undefined : { says: undefined, path: near };
  }

  /** Also where the version is another one, or something stands before it (`/api/v1/…`). */
  #nearestBased(base: string, inner: readonly string[]): string | undefined {
    const near = this.#nearest([base, ...inner], EDITS_MAX - PREFIX_COST);
    const [first = ""] = inner;
    if (near !== undefined || !/^(?:v\d+|api)$/i.test(first)) return near;
    return this.#nearest([base, ...inner.slice(1)], EDITS_MAX - PREFIX_COST);
  }

  #nearest(sent: readonly string[], most: number): string | undefined {
    let least = most + 1;
    let nearest: string | undefined;
    for (const { path, segments } of this.#known) {
      const edits = editsOf(sent, segments, least - 1);
      if (edits >= least) continue;
      least = edits;
      nearest = path;
    }
    return nearest;
  }
}

/** Wrong characters of the fixed segments; a parameter takes any segment. */
function editsOf(sent: readonly string[], known: readonly string[], most: number): number {
  if (sent.length !== known.length || most < 0) return most + 1;
  let edits = 0;
  for (const [at, segment] of known.entries()) {
    const given = sent[at] as string;
    if (segment.startsWith(":") || segment === given) continue;
    const plain = given.toLowerCase().replaceAll("_", "-");
    edits += segment === plain ? 1 : Math.max(1, editsBetween(plain, segment, most));
    if (edits > most) return most + 1;
  }
  return edits;
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}
