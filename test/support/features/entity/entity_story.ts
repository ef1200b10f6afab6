/** For tests: the life of an entity, with each outcome that has an event. */
import { createHash } from "node:crypto";
import {
  advance,
  ask,
  createCustomer,
  operate,
  type Part,
  type ShardStage,
} from "../../../world/story.ts";

const OPERATOR = { user: "root/0" };
const DAY_MS = 86_400_000;
/** The first bytes of every PNG file. */
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
/** Longer than every tier. */
const YEARS_MS = 1_000 * DAY_MS;

/**
 * Of a new customer: changed, submitted, stopped, made active again, archived. Then the clock of the sandbox goes on
 * until a tier has ended that another entity has attained.
 */
export function* tellOfEntity(stage: ShardStage): Part {
  const entityId = (yield* createCustomer()).replace("cust_", "ent_");
  yield* ask("entity.update", { entityId, displayName: "Countess Lovelace", metadata: { a: "1" } });
  const submission = { entityId, tier: "tier_1", fields: { email: "ada@example.com" } };
  const sealed = { email: "v1.0000000000000000.AAAAAAAAAAAAAAAAAAAAAA.AAAA" };
  yield* operate("entity.kyc.submit", submission, { kind: "sealed", sealed, digest: "0" });
  const sha256 = createHash("sha256").update(PNG).digest("hex");
  const contentBase64 = PNG.toString("base64");
  const content = { kind: "identityDocument", contentType: "image/png", sha256, contentBase64 };
  const file = { file: `${entityId}-0`, sizeBytes: 1, sha256: "0".repeat(64) };
  const prepared = { file, sizeBytes: 1 };
  yield* operate("entity.kyc.document.create", { entityId, ...content }, prepared);
  const stop = { entityId, reason: "a story" };
  yield* operate("platform.entity.restrict", stop, OPERATOR);
  yield* operate("platform.entity.suspend", stop, OPERATOR);
  yield* operate("platform.entity.reinstate", stop, OPERATOR);
  yield* ask("entity.archive", { entityId });
  yield* advance(stage, YEARS_MS);
}
