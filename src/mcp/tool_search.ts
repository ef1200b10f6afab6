/**
 * Finds tools by plain words: ranks them by how well the words of a query fit the name, the title and the description.
 * A word has the more weight the fewer tools have it (inverse document frequency); a synonym of a word of the platform
 * has nearly as much. The order and the grammar of a query do not count, but for phrases that have synonyms.
 */
import type { Synonyms } from "../contract/declare/agent_guide.ts";
import { isStopWord, stemOf, wordsOf } from "./search_words.ts";
import type { Tool } from "./tool_catalog.ts";
import { type ToolIndex, toolIndexOf } from "./tool_index.ts";

export type ToolSearch = {
  /**
   * The tools of `among` that the query fits, the best first; all of them, in their order, where the query has stop
   * words only. `among`: some of the tools that the search was made with.
   */
  find(query: string, among: readonly Tool[]): readonly Tool[];
};

/** The meanings that a word of the query may have: the stems of each, and the weight of each stem. */
type Meanings = readonly { stems: readonly string[]; counts: number }[];

/** The weight of a synonym, where the word itself has 1. Several stems of one synonym share it. */
const OF_SYNONYM = 0.8;
/** The weight of a plural (`accounts`) as a hint at lists. */
const OF_PLURAL = 0.5;
const LIST = stemOf("list");
/** A tool is found whose rank is at least this part of the best. */
const OF_BEST_MIN = 0.2;
/** The most words of a phrase that has synonyms. */
const PHRASE_MAX = 4;
/** The fewest letters by which a word that is not known is taken for the beginning of one. */
const BEGINNING_MIN = 4;

/** The search over these tools. It makes its index when somebody searches first. */
export function toolSearchOf(tools: readonly Tool[], synonyms: Synonyms): ToolSearch {
  let index: ToolIndex | undefined;
  return {
    find(query, among) {
      index ??= toolIndexOf(tools, synonyms);
      const asked = askedOf(query, index);
      if (asked.length === 0) return among;
      const ranks = ranksOf(asked, index);
      const found = among.flatMap((tool) => {
        const rank = ranks.get(tool);
        return rank === undefined ? [] : { tool, rank };
      });
      // The sort is stable: tools of one rank stay in their order.
      found.sort((one, other) => other.rank - one.rank);
      const least = (found[0]?.rank ?? 0) * OF_BEST_MIN;
      return found.filter(({ rank }) => rank >= least).map(({ tool }) => tool);
    },
  };
}

/** What is looked for, word by word, and phrase by phrase where a phrase has synonyms. */
function askedOf(query: string, index: ToolIndex): readonly Meanings[] {
  const words = wordsOf(query);
  const stems = words.map(stemOf);
  const asked: Meanings[] = [];
  for (let at = 0, length = 1; at < words.length; at += length) {
    length = lengthOfSaid(stems, at, index.said);
    const said = index.said.get(stems.slice(at, at + length).join(" ")) ?? [];
    const own = words.slice(at, at + length).filter((word) => !isStopWord(word));
    const known = own.flatMap((word) => knownBy(stemOf(word), index.entries));
    // A word that no tool has counts all the same: `xyzzy` finds nothing.
    if (said.length + own.length === 0) continue;
    const meant = said.map((of) => ({ stems: of, counts: OF_SYNONYM / Math.sqrt(of.length) }));
    asked.push([...meant, { stems: known, counts: 1 }]);
    const isKnown = said.length + known.length > 0;
    if (isKnown && length === 1 && isPlural(words[at] ?? "")) {
      asked.push([{ stems: [LIST], counts: OF_PLURAL }]);
    }
  }
  return asked;
}

function isPlural(word: string): boolean {
  return word.endsWith("s") && stemOf(word) !== word;
}

/** How many words from this one on are a phrase that has synonyms, of which the longest counts; else 1. */
function lengthOfSaid(stems: readonly string[], at: number, said: ToolIndex["said"]): number {
  for (let length = Math.min(PHRASE_MAX, stems.length - at); length > 1; length -= 1) {
    if (said.has(stems.slice(at, at + length).join(" "))) return length;
  }
  return 1;
}

/** The stem where tools have it; else those that it may be the beginning of. */
function knownBy(stem: string, entries: ToolIndex["entries"]): readonly string[] {
  if (entries.has(stem)) return [stem];
  if (stem.length < BEGINNING_MIN) return [];
  return [...entries.keys()].filter((known) => known.startsWith(stem));
}

/** A word counts for a tool by the meaning that fits the tool best. */
function ranksOf(asked: readonly Meanings[], { entries }: ToolIndex): ReadonlyMap<Tool, number> {
  const ranks = new Map<Tool, number>();
  for (const meanings of asked) {
    const best = new Map<Tool, number>();
    for (const { stems, counts } of meanings) {
      const fits = new Map<Tool, number>();
      for (const stem of stems) {
        for (const { tool, weight } of entries.get(stem) ?? []) {
          fits.set(tool, (fits.get(tool) ?? 0) + counts * weight);
        }
      }
      for (const [tool, fit] of fits) best.set(tool, Math.max(fit, best.get(tool) ?? 0));
    }
    for (const [tool, fit] of best) ranks.set(tool, (ranks.get(tool) ?? 0) + fit);
  }
  return ranks;
}
