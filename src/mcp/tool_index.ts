/**
 * What a search of tools is made of: which words lead to which tool, and how much each counts. Made of the
 * declarations and of a table of synonyms, once a thread.
 */
import type { Synonyms } from "../contract/declare/agent_guide.ts";
import { contentStemsOf, stemsOf } from "./search_words.ts";
import { titleOf } from "./tool_annotations.ts";
import type { Tool } from "./tool_catalog.ts";

export type ToolIndex = {
  /** By stem: the tools that have it, and its weight for each of them. */
  entries: ReadonlyMap<string, readonly Entry[]>;
  /** By a word or phrase that has synonyms, as its stems with a space between: its meanings, each as stems. */
  said: ReadonlyMap<string, readonly (readonly string[])[]>;
};

export type Entry = { tool: Tool; weight: number };

/** The words of a tool by where they are from. Those of the title count as much as those of the name. */
type Source = "named" | "described" | "told";
type Words = { tool: Tool; stems: Readonly<Record<Source, ReadonlySet<string>>> };

/**
 * The weight of a word by its source. `told`: the word is one of several of a phrase that is a synonym of the tool. These
 * weights and those of `tool_search.ts` were found by trying; half and twice of each finds nearly the same.
 */
const OF_SOURCE: Readonly<Record<Source, number>> = { named: 1, described: 0.25, told: 0.4 };
/** How much better a tool of many words must fit than one of few: 0 for not at all, 1 for in proportion. */
const OF_LENGTH = 0.3;
/** A row of synonyms that leads to more tools than these is too general to add words to each of them. */
const TOOLS_OF_ROW_MAX = 12;

/** The index of the tools, by the synonyms that the guide for agents has. */
export function toolIndexOf(tools: readonly Tool[], synonyms: Synonyms): ToolIndex {
  const words = wordsOfTools(tools, synonyms);
  const rarities = {
    named: raritiesOf(words, "named"),
    described: raritiesOf(words, "described"),
    told: raritiesOf(words, "told"),
  };
  const entries = new Map<string, Entry[]>();
  for (const { tool, stems } of words) {
    const weightIn = (source: Source, stem: string) =>
      stems[source].has(stem) ? OF_SOURCE[source] * (rarities[source].get(stem) ?? 0) : 0;
    const whole = [...stems.named].reduce((sum, stem) => sum + weightIn("named", stem), 0);
    for (const stem of new Set([...stems.named, ...stems.described, ...stems.told])) {
      const weights = (["named", "described", "told"] as const).map((of) => weightIn(of, stem));
      const entry = { tool, weight: Math.max(...weights) / whole ** OF_LENGTH };
      listAt(entries, stem).push(entry);
    }
  }
  return { entries, said: saidOf(synonyms) };
}

function wordsOfTools(tools: readonly Tool[], synonyms: Synonyms): readonly Words[] {
  const words = tools.map((tool) => ({
    tool,
    stems: {
      named: new Set(contentStemsOf(`${tool.name} ${titleOf(tool.operation)}`)),
      described: new Set(contentStemsOf(tool.operation.description ?? "")),
      told: new Set<string>(),
    },
  }));
  for (const [meaning, phrases] of Object.entries(synonyms)) {
    const meant = contentStemsOf(meaning);
    const fitting = words.filter(({ stems }) => meant.every((stem) => stems.named.has(stem)));
    if (fitting.length > TOOLS_OF_ROW_MAX) continue;
    const told = contentStemsOf(phrases);
    for (const { stems } of fitting) for (const stem of told) stems.told.add(stem);
  }
  return words;
}

/** By stem: the greater the fewer tools have it. */
function raritiesOf(words: readonly Words[], source: Source): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { stems } of words) {
    for (const stem of stems[source]) times.set(stem, (times.get(stem) ?? 0) + 1);
  }
  return new Map([...times].map(([stem, count]) => [stem, Math.log(1 + words.length / count)]));
}

function saidOf(synonyms: Synonyms): ToolIndex["said"] {
  const said = new Map<string, string[][]>();
  for (const [meaning, phrases] of Object.entries(synonyms)) {
    const meant = contentStemsOf(meaning);
    for (const phrase of phrases.split(",")) {
      const key = stemsOf(phrase).join(" ");
      listAt(said, key).push(meant);
    }
  }
  return said;
}

/** The list at the key, which is made where there is none. */
function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: T[] = [];
  lists.set(key, made);
  return made;
}
