/**
 * Which of several media types a client prefers, by its header `Accept` (RFC 9110, 12.5.1). Every
 * answer that has two forms is chosen here: refusals, files, GraphQL.
 */

/** One member of the header. `place`: its number among the members, from 0. */
type MediaRange = {
  type: string;
  subtype: string;
  parameters: readonly string[];
  quality: number;
  place: number;
};

/** How exactly a range names a media type; a higher number is more exact. */
const NAMES_ANY = 1;
const NAMES_GROUP = 2;
const NAMES_TYPE_WITH_OTHER_PARAMETERS = 3;
const NAMES_TYPE = 4;
const NAMES_TYPE_WITH_OUR_PARAMETERS = 5;

/** The only parameter of media types that answers have or imply. */
const OUR_PARAMETER = "charset=utf-8";

/** The offer that no range names: worse than any accepted offer, better than a refused one. */
const UNNAMED = Object.freeze({ quality: 0, exactness: 1, place: 0 });

/**
 * The type that `accept` prefers among `offered`, which are in lower case. The highest quality wins;
 * among equal qualities the type that is named most exactly, then the type that is named first, then
 * the type that is offered first. Malformed members of the header are ignored. Where the header is
 * absent or accepts nothing that is offered, the answer is the first offer: no request is refused
 * for its `Accept`.
 */
export function preferredType<T extends string>(accept: string, offered: readonly [T, ...T[]]): T {
  const [first] = offered;
  if (accept === "" || accept === "*/*") return first;
  const ranges = rangesOf(accept);
  let best = first;
  let bestRank = rankOf(ranges, first);
  for (const type of offered) {
    const rank = rankOf(ranges, type);
    if (!isBetter(rank, bestRank)) continue;
    best = type;
    bestRank = rank;
  }
  return best;
}

type Rank = { quality: number; exactness: number; place: number };

/** What the most exact range for a type says about the type. */
function rankOf(ranges: readonly MediaRange[], mediaType: string): Rank {
  let found: Rank | undefined;
  for (const range of ranges) {
    const exactness = exactnessOf(range, mediaType);
    if (exactness === 0 || (found !== undefined && exactness <= found.exactness)) continue;
    found = { quality: range.quality, exactness, place: range.place };
  }
  if (found === undefined) return UNNAMED;
  return found.quality === 0 ? { ...found, exactness: 0 } : found;
}

function isBetter(a: Rank, b: Rank): boolean {
  if (a.quality !== b.quality) return a.quality > b.quality;
  if (a.exactness !== b.exactness) return a.exactness > b.exactness;
  return a.place < b.place;
}

/**
 * 0 where the range does not contain the type. A range with parameters that no answer has still
 * names its type, unless another range names the type itself.
 */
function exactnessOf({ type, subtype, parameters }: MediaRange, mediaType: string): number {
  if (type === "*") return NAMES_ANY;
  if (subtype === "*") return mediaType.startsWith(`${type}/`) ? NAMES_GROUP : 0;
  if (mediaType !== `${type}/${subtype}`) return 0;
  if (parameters.length === 0) return NAMES_TYPE;
  const areOurs = parameters.every((parameter) => parameter === OUR_PARAMETER);
  return areOurs ? NAMES_TYPE_WITH_OUR_PARAMETERS : NAMES_TYPE_WITH_OTHER_PARAMETERS;
}

let lastAccept = "";
let lastRanges: readonly MediaRange[] = [];

/** The well-formed members of a header. Remembers the last header: one client often sends the same. */
function rangesOf(accept: string): readonly MediaRange[] {
  if (accept === lastAccept) return lastRanges;
  lastRanges = split(accept, ",").flatMap((member, place) => rangeOf(member, place) ?? []);
  lastAccept = accept;
  return lastRanges;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+";
const RANGE = new RegExp(`^(${TOKEN})/(${TOKEN})$`);
const PARAMETER = new RegExp(`^(${TOKEN})=(${TOKEN}|"(?:[^"\\\\]|\\\\.)*")$`);
/** RFC 9110, 12.4.2: from 0 to 1, with at most three digits. */
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** A member as a range; undefined where the member is malformed. */
function rangeOf(member: string, place: number): MediaRange | undefined {
  const [name = "", ...rest] = split(member.toLowerCase(), ";").map((part) => part.trim());
  const [, type = "", subtype = ""] = RANGE.exec(name) ?? [];
  if (type === "" || (type === "*" && subtype !== "*")) return undefined;
  const parameters: string[] = [];
  for (const part of rest) {
    if (part === "") continue;
    if (part.startsWith("q=")) {
      const quality = part.slice(2);
      if (!QUALITY.test(quality)) return undefined;
      // What stands behind the quality was an extension of the header once, and says nothing now.
      return { type, subtype, parameters, quality: Number(quality), place };
    }
    const [, key, value] = PARAMETER.exec(part) ?? [];
    if (key === undefined || value === undefined) return undefined;
    parameters.push(`${key}=${value.replaceAll(/^"|"$/g, "")}`);
  }
  return { type, subtype, parameters, quality: 1, place };
}

/** Splits a text at a separator that does not stand in quotes. */
function split(text: string, separator: "," | ";"): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
