/** For tests of live: an account of the Product that has money, and somebody with an account at a bank who is paid. */
import { randomUUID } from "node:crypto";
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";
import { ProviderExchange } from "../../src/outbox/provider_exchange.ts";
import { type Client, expect, openClient, type Reply } from "./client.ts";
import { bookLines } from "./provider.ts";
import { bankEffects } from "./scripts/provider/reference.ts";
import { admin, type Credentials, type Server } from "./server.ts";

/** A new account of the Product in EUR with this amount, which the operator books as arrived. Returns its id. */
export async function fundedAccount(
  server: Server,
  { post, productId }: Pick<Client, "post" | "productId">,
  amount: string,
): Promise<string> {
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: "EUR", owner };
  const account = expect(await post("/accounts", draft), 201).id("accountId");
  const money = { amount, currency: "EUR", reason: `wire ${randomUUID()}` };
  await admin(server, "account fund", { account, ...money });
  return account;
}

/** The id of an account that has 500 minor units, of a Product that the operator has closed since. */
export async function accountOfClosed(server: Server, credentials: Credentials): Promise<string> {
  const client = await openClient(server, credentials);
  const account = await fundedAccount(server, client, "500");
  await admin(server, "product set", { product: client.productId, status: "closed" });
  client.close();
  return account;
}

/** The id of a payout that was cancelled before the bank had it. */
export async function cancelledPayout(server: Server, client: Client): Promise<string> {
  const sourceAccountId = await fundedAccount(server, client, "500");
  const beneficiaryId = await newPayee(client);
  const draft = { sourceAccountId, beneficiaryId, amount: "500", currency: "EUR" };
  const payoutId = expect(await client.post("/payouts", draft), 201).id("payoutId");
  expect(await client.post(`/payouts/${payoutId}/cancel`), 200);
  return payoutId;
}

/** Somebody who is paid over SEPA. Returns the beneficiary's id. */
export async function newPayee({ post, productId }: Pick<Client, "post" | "productId">) {
  const destination = { iban: "DE89370400440532013000" };
  const draft = { productId, ownerType: "third_party", name: "Paper Mill Ltd", rail: "sepa" };
  return expect(await post("/beneficiaries", { ...draft, destination }), 201).id("beneficiaryId");
}

/** A customer who is paid over SEPA, of whom the operator can erase everything. */
export async function erasablePayee(
  server: Server,
  { post, productId }: Pick<Client, "post" | "productId">,
): Promise<{ beneficiaryId: string; erase: () => Promise<unknown> }> {
  const person = { kind: "person", displayName: "Ada", country: "DE" };
  const made = expect(await post("/customers", { productId, entity: person }), 201);
  const owned = { ownerType: "customer", ownerId: made.id("customerId"), name: "Ada Lovelace" };
  const destination = { iban: "DE89370400440532013000" };
  const draft = { productId, ...owned, rail: "sepa", destination };
  const beneficiaryId = expect(await post("/beneficiaries", draft), 201).id("beneficiaryId");
  const erased = { entity: made.id("entity.entityId"), reason: "ticket 7" };
  return { beneficiaryId, erase: () => admin(server, "entity erase", erased) };
}

/** The request by which the bank is asked to send a payout. */
export const sendingOf = (payoutId: string): string => payoutId.replace("po_", "preq_");

/** The payout that a request without an answer has made. */
export const madeBy = (failed: Reply): string =>
  String(failed.details["receiptId"]).replace("rcpt_", "po_");

/** The lines of a bank's book of the effect that sends a payout. */
export function linesOfSending(bookPath: string, kind: string, payoutId: string) {
  return bookLines(bookPath, kind).filter(({ effectId, effect }) => {
    const id = (effect as { effectId: string } | undefined)?.effectId ?? effectId;
    return id === sendingOf(payoutId);
  });
}

/** How many news about a payout the bank has made, and how many of them the server has confirmed. */
export function newsOfSending(bookPath: string, payoutId: string): { made: number; told: number } {
  const confirmed = new Set(bookLines(bookPath, "told").map(({ newsId }) => newsId));
  const made = bookLines(bookPath, "news").flatMap(({ effectId }, at) =>
    effectId === sendingOf(payoutId) ? [`news-${at + 1}`] : [],
  );
  return { made: made.length, told: made.filter((newsId) => confirmed.has(newsId)).length };
}

/** A request that was under way all the time: the bank gets the effect that sends a payout. Returns its answer. */
export async function sentLate(bank: BankAddress, payoutId: string, amount: bigint) {
  const sending = bankEffects.send(1, { payoutId, amount: String(amount) });
  return await arrivedLate(bank, { ...sending, effectId: sendingOf(payoutId) });
}

type BankAddress = { url: string; secret: string };

/** The bank gets the effect, whatever the platform has said of it. Returns its answer. */
export async function arrivedLate({ url, secret }: BankAddress, effect: ProviderEffect) {
  const exchange = new ProviderExchange({ allowsLoopback: true });
  const target = { baseUrl: url, secrets: [secret] };
  const answer = await exchange.attempt({ ...target, effect, asksFirst: false });
  await exchange.close();
  return answer;
}
