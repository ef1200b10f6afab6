/**
 * What a bank of live tells of credits, now and then: of addresses that there are, and of one that nobody has; the same
 * again, at once and late, and under a known reference something else. The look for the shard of an address is not in the
 * simulation: a credit is told where its address is.
 */
import { systemCommand } from "../../src/shard/system_command.ts";
import { creditOf } from "./credit_requests.ts";
import type { Address } from "./model/bank_part.ts";
import { type Input, latest, type Realm } from "./model/model.ts";
import type { Random } from "./random.ts";
import type { SubmissionParts } from "./submissions.ts";

const PAUSE_MS_MAX = 60;
/** Of one start of the server. */
const CREDITS_MAX = 8;
const LATE_MS_MAX = 120;

export function tellCreditsNowAndThen(parts: SubmissionParts): void {
  const { random, auditor, timeline, running, key, isAlive } = parts;
  const tell = (input: Input) => {
    const document = running.journal.realms.get(key);
    if (!isAlive() || document === undefined) return;
    const requestId = `platform_${auditor.askedOfPlatform()}`;
    auditor.expectOfPlatform(requestId, input);
    const command = systemCommand("received_credit.take", input, document, "provider", 0);
    running.mailbox.run({ ...command, requestId }).catch(() => undefined);
  };
  let left = CREDITS_MAX;
  const act = () => {
    if (!isAlive() || left-- === 0) return;
    const realm = auditor.realms.get(key);
    if (realm !== undefined && realm.bank.addresses.size > 0) {
      const credit = newCredit(random, realm, `cr-${document(parts)}-${random.below(12)}`);
      tell(credit);
      if (random.chance(0.4)) timeline.after(random.between(0, LATE_MS_MAX), () => tell(credit));
      const other = { ...credit, amount: `${credit.amount}1` };
      if (random.chance(0.2)) timeline.after(random.between(0, LATE_MS_MAX), () => tell(other));
    }
    timeline.after(random.between(5, PAUSE_MS_MAX), act);
  };
  timeline.after(random.between(0, PAUSE_MS_MAX), act);
}

/** The number of the realm, so that no two realms of a shard have a reference together. */
function document({ running, key }: SubmissionParts): number | undefined {
  return running.journal.realms.get(key)?.number;
}

function newCredit(random: Random, { bank }: Realm, reference: string): Input {
  const ids = [...bank.addresses.keys()];
  const isKnown = random.chance(0.95);
  const financialAddressId = isKnown ? random.pick(ids) : `fa_${"0".repeat(26)}`;
  const address = latest(bank.addresses, financialAddressId) as Address | undefined;
  const own = {
    provider: "bank",
    reference,
    financialAddressId,
    newsId: `n-${random.below(1_000)}`,
  };
  return { ...own, ...creditOf(random, address), occurredAtMs: 1_000 + random.below(1_000) };
}
