/**
 * Many calls of a server, some of them at once. One after another each call wakes the test and every thread of
 * the server that it passes; some at once share a part of that.
 */

/** How many calls are on their way, where the caller says no number: as many as a client has connections. */
const AT_ONCE = 8;

/** The results of `does` for each item, in the order of the items, with at most `most` of them under way. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  does: (item: Item) => Promise<Result>,
  most = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  async function work(): Promise<void> {
    for (const [index, item] of left) results[index] = await does(item);
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}
