/**
 * What the message of a `…_not_found` says beside the id: whether the id is of another kind, mistyped, or
 * no id at all. Follows from the text of the id alone, so it tells nothing of what exists.
 */
import { ID_SUFFIX_LENGTH, isIdSuffix } from "../../base/id.ts";
import { mayBeSecret, shownText } from "../../base/shown_text.ts";
import { nounOfKind } from "../declare/noun_words.ts";
import { ID_KINDS } from "../declare/words.golden.ts";

/** Characters of an id that a message shows: all of every id of the platform. */
const SHOWN_ID = /^[a-z]{1,8}_[0-9A-Za-z_-]{1,31}$|^whd_[0-9A-Z]{1,60}$/;
/** How many suffixes of ids an id has behind its prefix, where it has more than one. */
const SUFFIXES: Readonly<Record<string, number>> = { whd: 2 };

/**
 * A message such as "no account acct_… in this Product and environment", and behind it what is wrong
 * with the id, where that can be seen. `where`: what follows the id.
 */
export function noSuch(prefix: string, id: string, where: string): string {
  const kind = ID_KINDS[prefix]?.kind ?? "a thing";
  const noun = nounOfKind(kind);
  const shown = shownId(id);
  const what = shown === undefined ? `no ${noun} with this id` : `no ${noun} ${shown}`;
  const fault = idFault(prefix, id, kind);
  return `${what} ${where}${fault === undefined ? "" : `; ${fault}`}`;
}

/** The prefix of the ids that a field with this name takes: `cust` for `customerId`. */
export function prefixOfField(name: string): string | undefined {
  const words = name.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => ` ${letter}`);
  const noun = words.toLowerCase();
  const found = Object.entries(ID_KINDS).find(
    ([, { kind }]) => nounOfKind(kind).toLowerCase() === noun,
  );
  return found?.[0];
}

/** `noSuch` for what belongs to a Product. */
export function noSuchHere(prefix: string, id: string): string {
  return noSuch(prefix, id, "in this Product and environment");
}

function shownId(id: string): string | undefined {
  if (mayBeSecret(id)) return undefined;
  return SHOWN_ID.test(id) ? id : shownText(id);
}

function idFault(prefix: string, id: string, kind: string): string | undefined {
  const wanted = `the id of ${kind} begins with ${prefix}_`;
  if (mayBeSecret(id)) return `what may be a secret was sent in the place of an id; ${wanted}`;
  const found = /^([a-z]{1,8})_/.exec(id)?.[1];
  if (found === undefined) return wanted;
  if (found !== prefix) {
    const other = Object.hasOwn(ID_KINDS, found) ? ID_KINDS[found]?.kind : undefined;
    return other === undefined ? wanted : `this is the id of ${other}, and ${wanted}`;
  }
  // The ids of keys have no check of their own.
  return prefix === "key" ? undefined : suffixFault(prefix, id.slice(prefix.length + 1));
}

function suffixFault(prefix: string, suffix: string): string | undefined {
  const wanted = (SUFFIXES[prefix] ?? 1) * ID_SUFFIX_LENGTH;
  if (isOfSuffixes(suffix, wanted)) return undefined;
  if (isOfSuffixes(suffix.toUpperCase(), wanted)) return "the letters after _ must be capitals";
  const { length } = suffix;
  if (length === wanted) {
    return wanted === ID_SUFFIX_LENGTH
      ? "the id is mistyped: its last two characters, a check, do not fit"
      : "the id is mistyped: its checks do not fit";
  }
  const how = length < wanted ? "cut off" : "too long";
  const which = wanted === ID_SUFFIX_LENGTH ? "every id" : "such an id";
  return `the id is ${how}: it has ${length} characters after _, and ${which} has ${wanted}`;
}

/** Whether the text is so many characters of suffixes with right checks, one after another. */
function isOfSuffixes(text: string, length: number): boolean {
  if (text.length !== length) return false;
  for (let from = 0; from < length; from += ID_SUFFIX_LENGTH) {
    if (!isIdSuffix(text.slice(from, from + ID_SUFFIX_LENGTH))) return false;
  }
  return true;
}
