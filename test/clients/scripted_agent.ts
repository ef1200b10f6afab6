/**
 * What an agent does, without a model: over the tools alone it writes a program, repairs what the plan finds wrong,
 * builds it, makes a Product of it, tries the Product in the sandbox, moves the clock and reads the books; then
 * it asks for something in live, hands the address of the approval to a person, and asks again.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { firstTierFields } from "../support/features/entity/kyc.ts";

type Document = Record<string, unknown>;
/** Calls a tool; `isError` says that the document is the envelope of a refusal. */
export type CallTool = (
  name: string,
  given: Document,
) => Promise<{ isError: boolean; document: Document }>;

type Finding = { code: string; severity: string; path: string; message: string };

const DAY_MS = 86_400_000;

export function scriptedAgent(callTool: CallTool) {
  /** The document of a tool that must succeed. */
  async function done(name: string, given: Document = {}): Promise<Document> {
    const { isError, document } = await callTool(name, given);
    assert.equal(isError, false, `${name}: ${JSON.stringify(document)}`);
    return document;
  }

  /** The same of a tool that changes something. */
  const change = (name: string, given: Document) =>
    done(name, { idempotencyKey: randomUUID(), ...given });

  /** A program of the template's, with two faults of a beginner, which are repaired where the plan finds them. */
  async function writeProgram(): Promise<{ source: Document; repaired: string[] }> {
    const template = await done("composer_template_retrieve", { templateId: "invoice" });
    const right = template["source"] as Document;
    // What the company itself may do, its agents shall do too.
    const { allow: own } = valueAt(right, "/ports/operator") as { allow: string[] };
    setAt(right, "/ports/agent", { actors: ["agent"], allow: own });
    const source = structuredClone(right);
    setAt(source, "/nouns/invoice/actions/issue/to", "opened");
    setAt(source, `/ports/agent/allow/${own.indexOf("invoice.issue")}`, "invoice.isue");
    const repaired: string[] = [];
    for (;;) {
      const plan = await done("composer_plan", { source });
      const findings = plan["findings"] as Finding[];
      const errors = findings.filter(({ severity }) => severity === "error");
      if (errors.length === 0) return { source, repaired };
      for (const { code, path, message } of errors) {
        assert.ok(message.length > 0, "a finding says what is wrong");
        repaired.push(`${code} ${path}`);
        const place = placeIn(right, path);
        setAt(source, place, structuredClone(valueAt(right, place)));
      }
      assert.ok(repaired.length < 20, repaired.join());
    }
  }

  async function makeProduct(source: Document): Promise<string> {
    const { pricing, digest } = await done("composer_plan", { source });
    const drafted = { source, expectedDigest: digest, expectedPricing: pricing };
    const { buildId } = await change("build_create", drafted);
    const draft = { name: "Invoices", buildId, expectedPricing: pricing };
    return String((await change("product_create", draft))["productId"]);
  }

  /** A verified customer with money. */
  async function party(productId: string, displayName: string, amount: string) {
    const entity = { kind: "person", displayName, country: "GB" };
    const customer = await change("customer_create", { productId, test: true, entity });
    const customerId = String(customer["customerId"]);
    const entityId = customerId.replace("cust_", "ent_");
    const tier = "tier_1";
    await change("entity_kyc_submit", { entityId, tier, fields: firstTierFields() });
    const asked = await change("entity_kyc_verification_start", { entityId, tier });
    const { verificationId } = asked;
    await change("sandbox_kyc_outcome_create", { verificationId, outcome: "verified" });
    const owner = { type: "customer", id: customerId };
    const account = { productId, role: "customer_balance", currency: "EUR", owner };
    const accountId = String((await change("account_create", account))["accountId"]);
    const money = { destinationAccountId: accountId, amount, currency: "EUR" };
    await change("sandbox_account_funding_create", money);
    return { customerId, accountId };
  }

  /** An invoice is issued, paid, and settled by the clock. */
  async function tryProduct(productId: string) {
    const payer = await party(productId, "Ada Lovelace", "20000");
    const payee = await party(productId, "Grace Hopper", "1");
    const parties = { payer: payer.customerId, payee: payee.customerId };
    const fields = { ...parties, currency: "EUR", total: "10000", dueDate: "2030-01-31" };
    const kind = "invoice";
    const made = await change("object_create", { productId, kind, fields });
    const invoice = { productId, kind, objectId: made["objectId"] };
    await change("object_action_call", { ...invoice, action: "issue" });
    const pay = { ...invoice, action: "pay", onBehalfOf: payer.customerId };
    const tooMuch = { ...pay, idempotencyKey: randomUUID(), input: { amount: "10001" } };
    const refused = await callTool("object_action_call", tooMuch);
    assert.equal(refused.isError, true);
    await change("object_action_call", { ...pay, input: { amount: "10000" } });
    const at = new Date(Date.now() + 60 * DAY_MS).toISOString();
    await change("sandbox_clock_advance", { productId, at });
    const history = await done("object_history_list", invoice);
    const till = await done("account_balance_retrieve", { accountId: payee.accountId });
    return {
      refusedWith: (refused.document["error"] as Document)["code"],
      actions: (history["items"] as Document[]).map(({ action }) => action),
      available: till["available"],
      books: await done("product_books_retrieve", { productId }),
    };
  }

  /**
   * Something in live: refused with an approval, which `approve` hands to a person by its address; then the same call
   * by the same key. Answers with its document.
   */
  async function askInLive(
    call: { name: string; given: Document },
    approve: (approvalUrl: string) => Promise<void>,
  ): Promise<Document> {
    const given = { environment: "live", idempotencyKey: randomUUID(), ...call.given };
    const refused = await callTool(call.name, given);
    const { code, details } = (refused.document["error"] ?? {}) as Document;
    assert.equal(code, "agent_approval_required", JSON.stringify(refused.document));
    const { approvalUrl } = details as { approvalUrl: string };
    await approve(approvalUrl);
    return done(call.name, given);
  }

  return { done, change, writeProgram, makeProduct, tryProduct, askInLive };
}

/** The JSON Pointer (RFC 6901) of the nearest place at or above `path` that the document has. */
function placeIn(document: unknown, path: string): string {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (valueAt(document, at) !== undefined) return at;
    assert.notEqual(at, "", "the whole document is there");
  }
}

function partsOf(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(document: unknown, path: string): unknown {
  return partsOf(path).reduce<unknown>(
    (value, part) => (value as Record<string, unknown> | undefined)?.[part],
    document,
  );
}

function setAt(document: Document, path: string, value: unknown): void {
  const parts = partsOf(path);
  const last = parts.pop();
  assert.ok(last !== undefined, "a part of the document is set");
  const parent = parts.reduce<Document>((value, part) => value[part] as Document, document);
  parent[last] = value;
}
