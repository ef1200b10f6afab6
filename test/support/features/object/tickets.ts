/** For tests over HTTP: a program of tickets, about which decisions are made, and which the clock charges for. */
import { setTimeout } from "node:timers/promises";
import { expect } from "../../client.ts";
import type { Resources } from "../../isolation.ts";
import type { CompanyAccess } from "../../noun_cases.ts";
import { MINIMAL } from "../../programs/programs.ts";
import { PRICES } from "../build/sources.ts";

/** Tickets that are closed by a decision, and charged as soon as they are made. */
const TICKETS = {
  ...MINIMAL,
  currencies: ["EUR"],
  accounts: { fund: { role: "product_operating", owner: "product" } },
  nouns: {
    ticket: {
      subject: { field: "owner" },
      currency: "'EUR'",
      fields: {
        owner: { type: "customer", required: true },
        mandate: { type: "consent", consentType: "collection", required: true },
      },
      decisions: { review: { by: ["operator"], timeout: "P1D", onTimeout: "decline" } },
      states: { open: { initial: true }, closed: { terminal: true } },
      actions: {
        ask: { from: ["open"], to: "open", opens: "review" },
        close: { from: ["open"], to: "closed", gate: "review" },
        charge: {
          from: ["open"],
          to: "open",
          input: { amount: { type: "amount", required: true } },
          moves: [
            {
              label: "charge",
              amount: "input.amount",
              from: "customer(fields.owner).customer_balance",
              to: "product.fund",
            },
          ],
        },
      },
      schedules: {
        charge: {
          on: "create",
          at: "now()",
          // As text: an object with a property of this name looks like a promise.
          collect: JSON.parse(
            `{"consent":"fields.mandate","amount":"amount('1')","then":"charge"}`,
          ) as object,
        },
      },
    },
  },
  ports: {
    operator: { actors: ["operator"], allow: ["ticket.create", "ticket.ask", "ticket.close"] },
    clock: { actors: ["clock"], allow: ["ticket.charge"] },
  },
};

/** A ticket of the Product, a decision about it, and what the clock has done with it. */
export async function madeTicket(
  { browser, client }: CompanyAccess,
  { customerId, consentId }: Resources,
): Promise<Resources> {
  const path = `/products/${client.productId}`;
  const draft = { source: TICKETS, expectedPricing: PRICES };
  const buildId = expect(await browser.post("/builds", draft), 201).id("buildId");
  expect(await browser.post(`${path}/builds`, { buildId, expectedPricing: PRICES }), 200);
  const fields = { owner: customerId, mandate: consentId };
  const made = expect(await client.post(`${path}/objects/ticket`, { fields }), 201);
  const objectId = made.id("objectId");
  const asked = await client.post(`${path}/objects/ticket/${objectId}/actions/ask`, {});
  const { decisions } = expect(asked, 200).at("outcome") as { decisions: [Resources] };
  const own = { buildId, objectId, nounInstanceId: objectId, kind: "ticket" };
  const ran = { ...own, decisionId: decisions[0]["decisionId"] as string };
  for (;;) {
    const runs = await client.get(`${path}/clock-runs?objectId=${objectId}`);
    const { clockRunId, scheduleId } = expect(runs, 200).items()[0] ?? {};
    if (scheduleId !== undefined) {
      return { ...ran, clockRunId: String(clockRunId), scheduleId: String(scheduleId) };
    }
    await setTimeout(20);
  }
}
