/** Objects by their ids alone, where a caller does not know the kind. */
import type { Feature } from "../../contract/declare/feature.ts";
import { nounInstanceRetrieve } from "./noun_instance.retrieve.ts";
import { nounInstanceWords } from "./noun_instance_words.ts";

export const nounInstanceFeature = {
  tag: "Objects",
  words: nounInstanceWords,
  operations: [nounInstanceRetrieve],
} satisfies Feature;
