/**
 * How the simulator of a sandbox collects: at the times of the rail by the Product's clock, and by what the last four digits of the amount
 * ask for (`wishOf`). With other digits a collection is collected.
 */
import { debitCodes, debitSettlement } from "../../rails/debits.ts";
import type { AttemptOutcome } from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { answerToAmount, wishOf } from "../provider_request/simulated_amounts.ts";
import type { CollectionDocument } from "./collection_document.ts";
import { type CollectionEnd, type CollectionFailure, failureOf } from "./collection_ends.ts";
import type { CollectionRequest } from "./collection_request.ts";

/** How long after it was collected a collection comes back, by the Product's clock. */
const RETURN_MS = 3 * 24 * 3_600_000;

/** How the simulator answers an attempt; undefined: it accepts. */
export function simulatedAnswer({
  request,
  attempts,
}: Pick<ProviderRequestDocument, "request" | "attempts">): AttemptOutcome | undefined {
  return answerToAmount((request as CollectionRequest).amount, attempts);
}

/** When the simulator goes on with a collection that it accepts at `clockMs`; undefined where it waits for a test. */
export function firstStepMs(
  { amountMinor, rail }: Pick<CollectionDocument, "amountMinor" | "rail">,
  clockMs: number,
): number | undefined {
  if (rail === undefined || wishOf(amountMinor) === "wait") return undefined;
  return debitSettlement(rail, clockMs).settlesAtMs;
}

/** What the simulator does when its time has come: with a collection that is processing, or one that it has collected. */
export function simulatedEnd(
  { amountMinor, rail, status }: Pick<CollectionDocument, "amountMinor" | "rail" | "status">,
  clockMs: number,
): CollectionEnd {
  const wish = wishOf(amountMinor);
  if (status === "collected")
    return { status: "returned", failure: simulatedFailure(rail, "returned") };
  if (wish === "fail") return { status: "failed", failure: simulatedFailure(rail, "failed") };
  if (wish === "return") return { status: "collected", simulatedAtMs: clockMs + RETURN_MS };
  return { status: "collected" };
}

/** Why the simulator says that a collection has ended so: the first code of the rail for it that another attempt can pass, if there is one. */
export function simulatedFailure(
  rail: CollectionDocument["rail"],
  end: "failed" | "returned",
): CollectionFailure {
  const codes = rail === undefined ? [] : debitCodes(rail, end);
  const code = codes.find(({ mayPass }) => mayPass) ?? codes[0];
  return failureOf(rail, code?.code ?? end, `the simulator says: ${end}`);
}
