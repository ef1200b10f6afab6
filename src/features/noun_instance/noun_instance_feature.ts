/** Objects by their ids alone, where a caller does not know the kind. */
import type { Feature } from "../../contract/declare/feature.ts";
import { nounInstanceRetrieve } from "./noun_instance.retrieve.ts";

export const nounInstanceFeature = {
  tag: "Objects",
  operations: [nounInstanceRetrieve],
} satisfies Feature;
