/** The feature of decisions: whether actions of objects may run. */
import type { Feature } from "../../contract/declare/feature.ts";
import { decisionExpire } from "./decision.expire.ts";
import { decisionResolve } from "./decision.resolve.ts";
import { decisionExamples } from "./decision_examples.ts";
import { type DecisionState, decisionList, decisionRetrieve, decisions } from "./decision_noun.ts";
import { decisionSteps } from "./decision_steps.ts";
import { decisionWords } from "./decision_words.ts";

export const decisionFeature = {
  tag: { name: "Decisions", description: "What somebody must decide before an action may run." },
  words: decisionWords,
  operations: [decisionList, decisionRetrieve, decisionResolve, decisionExpire],
  due: [decisionSteps],
  examples: decisionExamples,
  ...decisions.manifest,
} satisfies Feature<DecisionState>;
