/**
 * The name that a mistyped name was probably meant to be. For messages about faults: its time grows with
 * the lengths of the names and their number, and both are bounded.
 */

/** Longer texts are compared with nothing, UTF-16 units. */
export const NEAREST_LENGTH_MAX = 48;

/**
 * The candidate that is nearest to `text`; undefined where none is near. Case, spaces, `-`, `_` and `.`
 * do not count; then equal texts come first, then the fewest wrong, missing, added or swapped
 * characters (at most one in three), then a candidate that begins or ends with the text. Of candidates
 * that are equally near the first is taken.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > NEAREST_LENGTH_MAX) return undefined;
  const wanted = plain(text);
  if (wanted === "") return undefined;
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate.length > NEAREST_LENGTH_MAX) continue;
    const found = distanceOf(wanted, plain(candidate));
    if (found < least) {
      least = found;
      best = candidate;
    }
  }
  return best;
}

/** The end of a message that names the nearest candidate; "" where none is near. */
export function didYouMean(text: string, candidates: Iterable<string>): string {
  const found = nearest(text, candidates);
  return found === undefined ? "" : `; did you mean ${found}?`;
}

/** More than every distance of texts that differ by characters only. */
const BY_PART = 100;
/** The fewest characters that a part of a name must have to stand for the whole name. */
const PART_LENGTH_MIN = 4;

/** Infinity where the texts are not near. */
function distanceOf(text: string, candidate: string): number {
  const most = Math.max(1, Math.floor(Math.min(text.length, candidate.length) / 3));
  const edits = editsBetween(text, candidate, most);
  // Of a short text two thirds must stay, so that "GB" is not near "EUR".
  if (edits <= most && edits * 2 < candidate.length) return edits;
  const isPart = candidate.startsWith(text) || candidate.endsWith(text);
  if (isPart && text.length >= PART_LENGTH_MIN) return BY_PART + candidate.length;
  const isWhole = text.startsWith(candidate) || text.endsWith(candidate);
  if (isWhole && candidate.length >= PART_LENGTH_MIN) return BY_PART + text.length;
  return Number.POSITIVE_INFINITY;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s._-]/g, "");
}

/**
 * Characters to replace, add, remove or swap with their neighbour to make `a` of `b` (the optimal
 * string alignment distance). More than `most` where it is more.
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = new Uint32Array(b.length + 1);
  let above = Uint32Array.from({ length: b.length + 1 }, (_, at) => at);
  let row = new Uint32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + same,
      );
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) edits = Math.min(edits, (before[j - 2] as number) + 1);
      row[j] = edits;
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    [before, above, row] = [above, row, before];
  }
  return above[b.length] as number;
}
