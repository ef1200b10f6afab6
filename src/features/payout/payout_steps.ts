/** How payouts go on by themselves: objects are told of their ends, and the simulator of a sandbox does the next thing. */
import type { DueSource } from "../../contract/declare/due_source.ts";
import type { PayoutState } from "./payout_noun.ts";

export const payoutSteps: DueSource<PayoutState> = {
  name: "payout.step",
  realms: ({ payouts }) => payouts.deadlines.realms(),
  earliest({ payouts }, realm) {
    const first = payouts.deadlines.first(realm);
    const payout = first && payouts.get(realm, first.key);
    if (first === undefined || payout === undefined) return undefined;
    const { payoutId, untold: [ended] = [] } = payout;
    const { atMs } = first;
    return ended === undefined
      ? { atMs, operation: "payout.simulate", input: { payoutId }, cause: "provider" }
      : { atMs, operation: "object.payout.run", input: { payoutId, ended } };
  },
};
