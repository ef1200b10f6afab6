/** For tests: collections by hand, with each outcome that has an event, of a caller's attempt and of the clock's. */
import { PRODUCT_ID, START_MS } from "../../../world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  fund,
  openAccount,
  type Part,
  type ShardStage,
} from "../../../world/story.ts";

const DAY_MS = 86_400_000;
const CURRENCY = "EUR";
/** More than anybody has. */
const TOO_MUCH = "999999999";
const EVIDENCE = {
  method: "browser",
  acceptedAt: new Date(START_MS).toISOString(),
  textDigest: `sha256:${"ab".repeat(32)}`,
};

export function* tellOfCollections(stage: ShardStage): Part {
  const customerId = yield* createCustomer();
  const [source, destination] = [yield* openAccount(customerId), yield* openAccount(customerId)];
  yield* fund(source, "500");
  const parties = { sourceAccountId: source, destinationAccountId: destination };
  function* consent(limits: object = {}): Part<string> {
    const given = { productId: PRODUCT_ID, customerId, type: "collection", evidence: EVIDENCE };
    return String((yield* ask("consent.create", { ...given, limits }))["consentId"]);
  }
  const at = (day: number) => new Date(stage.nowMs + day * DAY_MS).toISOString();
  function* collection(consentId: string, amount: string, day: number): Part<string> {
    const taken = { ...parties, amount, currency: CURRENCY, dueAt: at(day) };
    const given = { productId: PRODUCT_ID, customerId, consentId, ...taken };
    return String((yield* ask("collection.create", given))["collectionId"]);
  }
  const standing = yield* consent();
  const once = { maxCount: 1 };
  const now = yield* collection(yield* consent(once), "10", 1);
  yield* ask("collection.collect", { collectionId: now });
  const unpaid = yield* collection(standing, TOO_MUCH, 1);
  yield* ask("collection.collect", { collectionId: unpaid });
  yield* ask("collection.retry", { collectionId: unpaid, dueAt: at(2) });
  const paid = yield* collection(standing, "20", 1);
  const moved = { ...parties, amount: "20", currency: CURRENCY };
  const { transferId } = yield* ask("transfer.create", moved);
  yield* ask("collection.confirm", { collectionId: paid, transferId });
  yield* collection(yield* consent(once), "30", 1);
  yield* advance(stage, 3 * DAY_MS);
  yield* ask("collection.cancel", { collectionId: unpaid, reason: "a story" });
}
