/** For tests of live: an account of the Product that has money, and somebody with an account at a bank who is paid. */
import { randomUUID } from "node:crypto";
import { type Client, expect } from "./client.ts";
import { admin, type Server } from "./server.ts";

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
