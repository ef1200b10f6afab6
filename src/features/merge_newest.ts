/** Merges several walks, each newest first, into one walk. */

/** A row with the position that a merge orders by; a newer row has a greater position. */
type Positioned = { position: string };

/**
 * Every row of `walks`, newest first; of several rows at the same position only the first. Holds
 * one row of each walk in memory; each row takes time in proportion to the number of walks.
 */
export function* mergeNewest<T extends Positioned>(walks: Iterable<Iterator<T>>): Generator<T> {
  const heads: { walk: Iterator<T>; row: T }[] = [];
  for (const walk of walks) {
    const first = walk.next();
    if (first.done !== true) heads.push({ walk, row: first.value });
  }
  let last: string | undefined;
  while (heads.length > 0) {
    let newest = 0;
    for (let at = 1; at < heads.length; at++) {
      if (positionAt(heads, at) > positionAt(heads, newest)) newest = at;
    }
    const head = heads[newest] as (typeof heads)[number];
    if (head.row.position !== last) yield head.row;
    last = head.row.position;
    const next = head.walk.next();
    if (next.done === true) heads.splice(newest, 1);
    else head.row = next.value;
  }
}

function positionAt<T extends Positioned>(heads: readonly { row: T }[], at: number): string {
  return (heads[at] as { row: T }).row.position;
}
