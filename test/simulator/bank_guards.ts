/** The guards of what banks do, each switched off by a changed decision, table or due source. */
import type { Fact } from "../../src/contract/records/record.ts";
import { TRANSFER_ROW, type TransferRow } from "../../src/features/ledger/transfer_row.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { changing, type Decide, deciding, NOTHING, replaced, timing } from "./changed_parts.ts";
import type { Parts } from "./server.ts";

const CREATIONS = ["payout.create", "payout.batch.create"];
const ARRIVALS = ["received_credit.take", "sandbox.inbound_credit.create"];
/** By which operations a provider, or the simulator, says what has become of something. */
const TOLD = ["provider_request.news", "provider_request.progress"];
const ENDS = [
  ...TOLD,
  "provider_request.report",
  "provider_request.simulate",
  "payout.simulate",
  "collection.simulate",
  "sandbox.provider_outcome.create",
];

export const BANK_GUARDS: Readonly<Record<string, Parts>> = {
  "first end of a payout": deciding(
    TOLD,
    (decide) =>
      (state, ...asked) =>
        decide({ ...state, payouts: withoutEnds(state.payouts) }, ...asked),
  ),
  "release of what a payout has reserved": changing(ENDS, (fact) =>
    isRowOf(fact, "payout", "released") ? undefined : fact,
  ),
  "money of a payout that comes back": changing(ENDS, (fact) =>
    isRowOf(fact, "payout", "posted") ? undefined : fact,
  ),
  "reservation of a payout": changing(CREATIONS, (fact) =>
    isRowOf(fact, "payout", "reserved") ? undefined : fact,
  ),
  "limits of payouts": deciding(
    CREATIONS,
    (decide) =>
      (state, ...asked) =>
        decide({ ...state, payoutLimits: replaced(state.payoutLimits, NOTHING) }, ...asked),
  ),
  "one credit of a reference": deciding(ARRIVALS, (decide) => (state, ...asked) => {
    const receivedCredits = replaced(state.receivedCredits, { inGroup: () => [] });
    return decide({ ...state, receivedCredits }, ...asked);
  }),
  "money of a received credit": changing(ARRIVALS, (fact) =>
    isRowOf(fact, "funding", "posted") ? undefined : fact,
  ),
  "end of what a return has reserved": changing(ENDS, (fact) =>
    isRowOf(fact, "funding", "released") ? undefined : fact,
  ),
  "money of a collection that goes back": deciding(
    ENDS,
    (decide): Decide =>
      (...asked) => {
        const decision = decide(...asked);
        const facts = (decision.facts ?? []) as readonly Fact[];
        const isReturned = facts.some(({ kind }) => kind === "collection.returned.1");
        const back = isReturned
          ? facts.findLast((fact) => isRowOf(fact, "collection", "posted"))
          : undefined;
        const left = facts.filter((fact) => fact !== back);
        return { ...decision, facts: left } as ReturnType<Decide>;
      },
  ),
  "booking of what comes back": changing(ENDS, (fact) => {
    if (fact.kind !== TRANSFER_ROW) return fact;
    const { corrects: _, ...extras } = (fact as TransferRow).extras ?? {};
    return { ...fact, extras } as TransferRow;
  }),
  "a collection is collected once": deciding(
    [...TOLD, "sandbox.provider_outcome.create"],
    (decide) =>
      (state, ...asked) =>
        decide({ ...state, collections: withoutOutcomes(state.collections) }, ...asked),
  ),
  "use that a collection which failed gives back": changing(ENDS, (fact) =>
    fact.kind.startsWith("consent.") ? undefined : fact,
  ),
  "payouts that go on by the clock": timing({ without: "payout.step" }),
};

/** The collections, of which no attempt has come out: those that were collected are processing. */
function withoutOutcomes(collections: ShardState["collections"]): ShardState["collections"] {
  return replaced(collections, {
    byId(realm, id) {
      const found = collections.byId(realm, id);
      if (found?.status !== "collected" || found.rail === undefined) return found;
      const attempts = found.attempts.map((each) => ({ ...each, outcome: "processing" as const }));
      return { ...found, attempts, status: "processing" as const };
    },
  });
}

function isRowOf(fact: Fact, kind: TransferRow["transferKind"], step: TransferRow["step"]) {
  if (fact.kind !== TRANSFER_ROW) return false;
  const row = fact as TransferRow;
  return row.transferKind === kind && row.step === step;
}

/** The payouts, of which none has ended: those that were posted are processing. */
function withoutEnds(payouts: ShardState["payouts"]): ShardState["payouts"] {
  return replaced(payouts, {
    byId(realm, id) {
      const found = payouts.byId(realm, id);
      return found?.status === "posted" ? { ...found, status: "processing" as const } : found;
    },
  });
}
