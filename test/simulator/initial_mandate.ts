/** An account of a customer at another bank, a mandate of it, and collections by that: in the initial data of a realm. */
import type { Run } from "./initial_data.ts";
import { IBANS } from "./model/bank_bodies.ts";
import type { Realm } from "./model/model.ts";
import { ACCEPTED_AT, TEXT_DIGEST } from "./program_requests.ts";
import type { Random } from "./random.ts";

/** Of some the simulator does something else than to collect them: it refuses, waits, fails, or takes back. */
const AMOUNTS = ["9901", "9902", "9903", "9904", "9904", "9905", "9905", "120", "650"];

export async function furnishDebtor(productId: string, ownerId: string, run: Run): Promise<void> {
  const own = { productId, ownerType: "customer", ownerId, name: "Ada Lovelace" };
  const debtor = { ...own, rail: "sepa", destination: { iban: IBANS[1] ?? "" } };
  const sealed = { keyName: "benkey_debtor", text: "sealed destination" };
  await run("beneficiary.create", debtor, { kind: "sealed", sealed, digest: "" });
}

/** An account that takes money and pays none: what a bank takes back of it is lost. */
async function frozenAccount(productId: string, run: Run): Promise<string> {
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: "EUR", owner };
  const { accountId = "" } = await run("account.create", draft);
  await run("account.freeze", { accountId, mode: "debits", reason: "review" });
  return accountId;
}

/** Nothing is collected where the account of the customer is not checked yet. */
export async function furnishMandate(
  { random, nowMs }: { random: Random; nowMs: () => number },
  { productId, environment, bank, clock }: Realm,
  destinationAccountId: string,
  run: Run,
): Promise<void> {
  const all = [...bank.beneficiaries.values()].map((versions) => versions.at(-1)?.value);
  const debtor = all.find((each) => each?.ownerType === "customer" && each.status === "active");
  if (debtor === undefined) return;
  const { beneficiaryId, ownerId: customerId = "" } = debtor;
  const evidence = {
    ...{ method: "provider_mandate", acceptedAt: ACCEPTED_AT, textDigest: TEXT_DIGEST },
  };
  const { consentId } = await run("consent.create", {
    ...{ productId, customerId, type: "collection", mandate: { beneficiaryId }, evidence },
    ...(random.chance(0.4) && { limits: random.pick<object>([{ maxCount: 2 }, { maxCount: 3 }]) }),
  });
  if (consentId === undefined) return;
  await run("consent.confirm", { consentId, evidence });
  const isFrozen = random.chance(0.4);
  const credited = isFrozen ? await frozenAccount(productId, run) : destinationAccountId;
  for (const count of [0, 1, 2]) {
    const soonMs = 5 + random.below(environment === "live" ? 60 : 5_000);
    const dueAt = new Date((clock.at(-1)?.value ?? nowMs()) + soonMs * count).toISOString();
    const money = { destinationAccountId: credited, currency: "EUR", amount: random.pick(AMOUNTS) };
    await run("collection.create", { productId, customerId, consentId, ...money, dueAt });
  }
}
