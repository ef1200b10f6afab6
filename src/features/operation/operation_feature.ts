/** The operations that were requested of a Product, and their outcomes. */
import type { Feature } from "../../contract/declare/feature.ts";
import { recordResource } from "../record_resource.ts";
import { operationEffectList } from "./operation.effect.list.ts";
import { operationList } from "./operation.list.ts";
import { operationRetrieve } from "./operation.retrieve.ts";
import { operationExamples } from "./operation_examples.ts";
import { operationWords } from "./operation_words.ts";

export const operationFeature = {
  tag: { name: "Operations", description: "What was asked and what came of it." },
  words: operationWords,
  operations: [operationList, operationRetrieve, operationEffectList],
  examples: operationExamples,
  resources: [recordResource({ noun: "operation", prefix: "op", readScope: "operations:read" })],
} satisfies Feature;
