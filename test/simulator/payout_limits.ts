/** Limits of payouts, which the operator sets and takes away now and then. */
import { systemCommand } from "../../src/shard/system_command.ts";
import type { Input, Realm } from "./model/model.ts";
import type { Random } from "./random.ts";
import type { SubmissionParts } from "./submissions.ts";

const CURRENCIES = ["EUR", "EUR", "EUR", "USD"];
const PERIODS = ["P1D", "P1W", "P1M"];
/** Of one start of the server. */
const CHANGES_MAX = 5;

export function limitNowAndThen({
  random,
  auditor,
  timeline,
  running,
  key,
  isAlive,
}: SubmissionParts): void {
  let left = CHANGES_MAX;
  const act = () => {
    if (!isAlive() || left-- === 0) return;
    const realm = auditor.realms.get(key);
    const document = running.journal.realms.get(key);
    if (realm !== undefined && document !== undefined) {
      const [operation, input] = limitOf(random, realm);
      const requestId = `platform_${auditor.askedOfPlatform()}`;
      auditor.expectOfPlatform(requestId, input);
      const command = systemCommand(operation, input, document, "platform", 0);
      const prepared = { user: "simulator" };
      running.mailbox.run({ ...command, requestId, prepared }).catch(() => undefined);
    }
    timeline.after(random.between(60, 240), act);
  };
  timeline.after(random.between(0, 200), act);
}

/** A limit to set, or one to take away. */
function limitOf(random: Random, { productId, bank, customers }: Realm): [string, Input] {
  const reason = "new terms";
  const { limits } = bank;
  if (limits.size > 0 && random.chance(0.6)) {
    const { customerId, currency, period } = random.pick([...limits.values()]);
    const named = { productId, ...(customerId !== undefined && { customerId }), currency, period };
    return ["platform.payout_limit.remove", { ...named, reason }];
  }
  const ids = [...customers.keys()];
  const caps = random.pick<Partial<Input>>([
    { maxCount: random.below(5) },
    { maxAmount: String(1 + random.below(40_000)) },
    { maxEach: String(500 + random.below(9_000)) },
    { maxCount: 20, maxEach: "9904" },
  ]);
  const customer = ids.length > 0 && random.chance(0.4) ? { customerId: random.pick(ids) } : {};
  const scope = { ...customer, currency: random.pick(CURRENCIES), period: random.pick(PERIODS) };
  return ["platform.payout_limit.set", { productId, ...scope, ...caps, reason }];
}
