/** For tests: a program is built. */
import { operate, type Part } from "../../../world/story.ts";
import { PRICES } from "./sources.ts";

/** The id of a Build, which is there already where it was made before. */
export function* buildMade(): Part<string> {
  const from = { address: "192.0.2.1", userAgent: "story" };
  const digest = `sha256:${"3".repeat(64)}`;
  const parts = { operationIds: [], nouns: [], ports: [], worstCase: [], capabilities: [] };
  const program = { name: "S", digest, sourceDigest: digest, text: "{}", findings: [], ...parts };
  const draft = { source: { name: "S" }, expectedPricing: PRICES };
  const prepared = { from, plan: { ...program, blueprint: {} } };
  return String((yield* operate("build.create", draft, prepared))["buildId"]);
}
