/**
 * Finds tools by plain words: how well those of a query fit the name, the title and the description of each
 * tool. A word counts the more the fewer tools have it; what people say for the platform's words counts nearly
 * as much as these. Knows nothing of the order or the grammar of a query but phrases that have synonyms.
 */
import type { Synonyms } from "../contract/declare/agent_guide.ts";
import { isStopWord, stemOf, wordsOf } from "./search_words.ts";
import type { Tool } from "./tool_catalog.ts";
import { type ToolIndex, toolIndexOf } from "./tool_index.ts";

export type ToolSearch = {
  /**
   * Those of `among` that the query fits, the best first; all of them, in their order, where no word of the query
   * says anything. `among`: of the tools that the search was made of.
   */
  find(query: string, among: readonly Tool[]): readonly Tool[];
};

/** What a word of the query may mean: of each meaning the stems, and what each of them counts. */
type Meanings = readonly { stems: readonly string[]; counts: number }[];

/** What a meaning counts, where the word itself counts 1. Of several stems each counts the less. */
const OF_SYNONYM = 0.8;
/** What it counts that several were asked for (`accounts`), as a hint at lists. */
const OF_PLURAL = 0.5;
const LIST = stemOf("list");
/** A tool is found whose rank is at least this part of the best. */
const OF_BEST_MIN = 0.2;
/** The most words of a phrase that has synonyms. */
const PHRASE_MAX = 4;
/** The fewest letters by which a word that is not known is taken for the beginning of one. */
const BEGINNING_MIN = 4;

/** The index is made when somebody searches first. */
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
    // A word that leads nowhere is asked for all the same: `xyzzy` finds nothing.
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
