/**
 * Creates the initial data of a realm: a customer, accounts and money, by commands of the platform
 * itself, which the auditor judges like all others.
 */
import { InvariantViolation } from "../../src/base/invariant.ts";
import { systemCommand } from "../../src/shard/system_command.ts";
import { ORIGIN } from "./applications.ts";
import type { Auditor } from "./auditor.ts";
import { furnishDeals } from "./initial_deals.ts";
import { furnishDebtor, furnishMandate } from "./initial_mandate.ts";
import { mandateOfChance } from "./mandate_requests.ts";
import { IBANS } from "./model/bank_bodies.ts";
import { clockOf, type Input, latest, type Realm } from "./model/model.ts";
import { BUILD } from "./program.ts";
import { ACCEPTED_AT, TEXT_DIGEST } from "./program_requests.ts";
import type { Random } from "./random.ts";
import type { RunningShard } from "./server.ts";

const HOLDS = 20;
const FLOAT = 1_000;
/** Later than most of what happens in a seed. */
const LATER_MS = 600_000;

export type InitialDataParts = {
  random: Random;
  nowMs: () => number;
  auditor: Auditor;
  hasLargeAmounts: boolean;
  /** Adds many holds that wait for the sandbox's clock, some of them with the same deadline. */
  hasManyHolds: boolean;
  /** There is money to be paid out, and whom to pay. */
  hasBank: boolean;
  /** The Product runs a program. */
  hasProgram: boolean;
  running: RunningShard;
  key: string;
};

const LARGEST_AMOUNT = "999999999999999999";

/** Whether the realm has more accounts than those of the Product's program. */
function isFurnished({ accounts, program }: Realm): boolean {
  return accounts.size > (program?.accounts.size ?? 0);
}

/** Does nothing in a realm that has accounts. Rejects when the server stops before the end. */
export async function createInitialData(parts: InitialDataParts) {
  const { random, auditor, hasLargeAmounts, hasManyHolds, running, key } = parts;
  const { hasBank, hasProgram } = parts;
  const realm = auditor.realms.get(key);
  if (realm === undefined || isFurnished(realm)) return;
  const { productId, environment } = realm;
  const run: Run = async (operation, input, more = {}) => {
    const document = running.journal.realms.get(key);
    if (document === undefined) throw new Error("the realm is not open");
    const requestId = `platform_${auditor.askedOfPlatform()}`;
    auditor.expectOfPlatform(requestId, input);
    const command = systemCommand(operation, input, document, "platform", 0);
    const prepared = { user: "simulator", ...more };
    const { body } = await running.mailbox
      .run({ ...command, requestId, prepared })
      .catch(unlessItGoesOn);
    return JSON.parse(body) as Record<string, string>;
  };
  if (hasProgram && realm.program === undefined) {
    await run("product.build.install", { build: BUILD, origin: ORIGIN } as Input);
  }
  const entity = { kind: "person", displayName: "Ada Lovelace", country: "GB" };
  const { customerId = "" } = await run("customer.create", { productId, entity });
  const isLive = environment === "live";
  if (isLive) await run("platform.customer.activate", { customerId, reason: "initial data" });
  const role = "customer_balance";
  const owner = { type: "customer", id: customerId };
  const accounts = await Promise.all(
    ["EUR", "EUR", "EUR", "USD"].map((currency) =>
      run("account.create", { productId, role, currency, owner }),
    ),
  );
  const fund = (at: number, amount: string) => {
    const { accountId: destinationAccountId = "", currency = "" } = accounts[at] ?? {};
    const draft = { destinationAccountId, amount, currency };
    return isLive
      ? run("platform.account_funding.create", { ...draft, reason: "initial data" })
      : run("sandbox.account_funding.create", draft);
  };
  const [sourceAccountId = "", destinationAccountId = ""] = accounts.map(
    ({ accountId }) => accountId,
  );
  const parties = { sourceAccountId, destinationAccountId };
  if (hasLargeAmounts) {
    // The first account is near the largest balance, and is so again after it has paid: its payment
    // cannot be reversed.
    await Promise.all([0, 0, 0, 0, 0, 0, 0, 0, 0, 3].map((at) => fund(at, LARGEST_AMOUNT)));
    await run("transfer.create", { ...parties, amount: LARGEST_AMOUNT, currency: "EUR" });
    await fund(0, LARGEST_AMOUNT);
  } else {
    await Promise.all([0, 1, 3].map((at) => fund(at, String(100 + random.below(2_000)))));
  }
  if (hasBank) {
    for (const at of [0, 1]) await fund(at, String(20_000 + random.below(60_000)));
    if (hasProgram) await furnishDebtor(productId, customerId, run);
    await furnishBank(productId, destinationAccountId, run);
    if (hasProgram) await furnishMandate(parts, realm, destinationAccountId, run);
  }
  if (hasProgram) await furnishProgram(parts, realm, customerId, run);
  if (hasProgram && hasBank) await furnishDeals(random, realm, run);
  if (!hasManyHolds || isLive) return;
  await Promise.all(
    Array.from({ length: HOLDS }, () => {
      const atMs = clockOf(realm, 0) + 10_000 * (1 + random.below(9));
      const expiresAt = new Date(atMs).toISOString();
      const money = { amount: "1", currency: "EUR" };
      return run("transfer_hold.create", {
        ...parties,
        ...money,
        expiresAt,
      });
    }),
  );
}

/** What asks a provider, or waits for rows, has its record by now; the platform itself gets no answer to it. */
function unlessItGoesOn(cause: unknown): { body: string } {
  const goesOn = cause instanceof InvariantViolation && cause.message.includes("takes many turns");
  if (goesOn) return { body: "{}" };
  throw cause;
}

/** `more`: what the preparation of the operation has made. */
export type Run = (
  operation: string,
  input: Input,
  more?: Record<string, unknown>,
) => Promise<Record<string, string>>;

/** Somebody with an account at a bank, and one with an account of the Product. */
async function furnishBank(productId: string, accountId: string, run: Run): Promise<void> {
  const own = { productId, ownerType: "third_party", name: "Charles Babbage" };
  const sealed = { keyName: "benkey_initial", text: "sealed destination" };
  const toBank = { ...own, rail: "sepa", destination: { iban: IBANS[0] ?? "" } };
  await run("beneficiary.create", toBank, { kind: "sealed", sealed, digest: "" });
  await run("beneficiary.create", { ...own, rail: "book", destination: { accountId } });
}

/** Bookings that are under way, a consent to pay them by, and money for gifts of the Product. */
async function furnishProgram(
  parts: InitialDataParts,
  realm: Realm,
  customerId: string,
  run: Run,
): Promise<void> {
  const { random } = parts;
  const { productId, environment, program } = realm;
  const destinationAccountId = program?.accounts.get("product.float.EUR") ?? "";
  const draft = { destinationAccountId, amount: String(FLOAT), currency: "EUR" };
  await (environment === "live"
    ? run("platform.account_funding.create", { ...draft, reason: "initial data" })
    : run("sandbox.account_funding.create", draft));
  const seat = () => ({ area: random.pick(["hall", "box"]), price: "20" });
  const seats = Array.from({ length: 3 }, () =>
    run("object.create", { productId, kind: "seat", fields: seat() }),
  );
  const evidence = { method: "api", acceptedAt: ACCEPTED_AT, textDigest: TEXT_DIGEST };
  // As a rule rows and collections by hand use it up together.
  const limits = random.pick<object | undefined>([
    undefined,
    { maxCount: 2 + random.below(4) },
    { maxCount: 2 + random.below(3), period: "P1D" },
    { maxTotal: String(50 + random.below(600)), currency: "EUR" },
  ]);
  const own = { productId, customerId, type: "collection", evidence };
  const consent = { ...own, ...(limits !== undefined && { limits }) };
  const [{ consentId = "" }, ...made] = await Promise.all([
    run("consent.create", consent),
    ...seats,
  ]);
  const fields = { buyer: customerId, seller: customerId, mandate: consentId };
  const bookings = made.map(async ({ objectId: seat }) => {
    const total = String(30 + random.below(400));
    const given = { ...fields, count: 1 + random.below(3), total, seat };
    const named = { productId, kind: "booking" };
    const { objectId = "" } = await run("object.create", { ...named, fields: given });
    const action = random.pick(["begin", "begin", "ask"]);
    await run("object.action.call", { ...named, objectId, action });
  });
  await Promise.all(bookings);
  await furnishCollections(parts, realm, { customerId, consentId }, run);
}

/** Two collections that wait: the money of one was moved apart already, and of the other there is too little. */
async function furnishCollections(
  { random, nowMs }: InitialDataParts,
  realm: Realm,
  given: { customerId: string; consentId: string },
  run: Run,
): Promise<void> {
  const { productId, accounts, environment } = realm;
  const [sourceAccountId = "", destinationAccountId = ""] = [...accounts.keys()].filter((id) => {
    const { ownerId, currency } = latest(accounts, id) ?? {};
    return ownerId === given.customerId && currency === "EUR";
  });
  const parties = { sourceAccountId, destinationAccountId, currency: "EUR" };
  await run("transfer.create", { ...parties, amount: "7" });
  const soonMs = 20 + random.below(environment === "live" ? 150 : 20_000);
  for (const [amount, inMs] of [
    ["7", LATER_MS],
    ["3000", soonMs],
  ] as const) {
    const dueAt = new Date(clockOf(realm, nowMs()) + inMs).toISOString();
    await run("collection.create", { productId, ...given, ...parties, amount, dueAt });
  }
  const mandate = mandateOfChance(random, realm);
  if (mandate === undefined) return;
  // What a bank would be asked for was moved apart, too.
  await run("transfer.create", { ...parties, amount: "8" });
  const dueAt = new Date(clockOf(realm, nowMs()) + LATER_MS).toISOString();
  const { sourceAccountId: _, ...money } = parties;
  const { customerId } = given;
  const asked = { productId, customerId, consentId: mandate, ...money, amount: "8", dueAt };
  await run("collection.create", asked);
}
