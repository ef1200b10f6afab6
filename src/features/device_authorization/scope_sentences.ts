/** What each scope lets a program do, as the page of consent tells a person. */
import { scopeSentence } from "../../contract/declare/noun_words.ts";
import { SCOPE_WORDS } from "../../contract/declare/words.golden.ts";

/** One sentence for a scope such as `accounts:read`. `isAgent`: whether an agent asks for it. */
export function sentenceOf(scope: string, { isAgent }: { isAgent: boolean }): string {
  const words = SCOPE_WORDS[scope.replace(/:.*$/, "")];
  if (words === undefined) return scope;
  const { says, saysOfAgent = says } = scopeSentence(scope, words);
  return isAgent ? saysOfAgent : says;
}
