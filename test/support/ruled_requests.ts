/** Requests that obey what the contract says of an operation in words alone, such as that a transfer needs two accounts. */
import type { AnyOperation } from "../../src/calls/callable.ts";

/** A transfer needs two accounts. */
const BETWEEN = {
  sourceAccountId: "acct_00000000000000000000000001",
  destinationAccountId: "acct_00000000000000000000000002",
};
const PAID = { sourceAccountId: BETWEEN.sourceAccountId, beneficiaryId: "paper-mill" };
const PROGRAM = { source: {}, blueprintId: undefined };

/** The fields, by operation. */
function ruledFields(productId: string): Readonly<Record<string, object>> {
  return {
    "build.create": PROGRAM,
    "composer.plan": PROGRAM,
    "composer.simulate": { ...PROGRAM, buildId: undefined, scenario: [{ customer: "ada" }] },
    "product.create": { buildId: undefined, expectedPricing: undefined },
    "transfer.create": BETWEEN,
    "transfer.batch.create": { items: [{ ...BETWEEN, amount: "1", currency: "EUR" }] },
    "transfer_hold.create": BETWEEN,
    "beneficiary.create": {
      beneficiaryId: undefined,
      ...{ ownerType: "third_party", ownerId: undefined, name: "Paper Mill Ltd" },
      ...{ rail: "sepa", destination: { iban: "DE89370400440532013000" } },
    },
    "external_confirmation.create": {
      ...{ productId, resource: { type: "payout", id: "po_00000000000000000000000001" } },
      ...{ amount: "1", currency: "EUR" },
      ...{ financialAddressId: undefined, destinationAccountId: undefined },
    },
    "financial_address.create": { type: "iban", country: "DE", currency: "EUR" },
    "payout.create": { amount: "1", wholeBalance: undefined },
    "payout.batch.create": { items: [{ ...PAID, amount: "1", currency: "EUR" }] },
    "api_key.live.create": { scopes: ["accounts:read"], allowedCidrs: [] },
    "api_key.sandbox.create": { scopes: ["accounts:read"], allowedCidrs: [] },
    "api_key.update": { allowedCidrs: [] },
    "personal_access_token.create": { scopes: ["accounts:read"] },
    "sandbox.kyc_outcome.create": { outcome: "verified", fields: undefined },
    "sandbox.event.trigger": { productId, overrides: undefined },
    "webhook_endpoint.recover": { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" },
    "statement_export.create": { scope: "product", id: productId, format: "csv" },
    "user.password.change": { newPassword: "a long enough passphrase" },
  };
}

/** Puts the fields of the rules into a made body; `productId`: the Product that the caller may name. */
export function ruledBody(
  { id }: AnyOperation,
  body: string | Buffer | undefined,
  productId: string,
) {
  const fields = ruledFields(productId)[id];
  if (fields === undefined) return body;
  return JSON.stringify({ ...JSON.parse(String(body ?? "{}")), ...fields });
}

/** With a Product where the query takes one, which members must name. A search needs one of two parameters. */
export function ruledPath({ id, query }: AnyOperation, path: string, productId: string): string {
  const [at, text = ""] = path.split("?");
  const parameters = new URLSearchParams(id === "search.retrieve" ? "q=a" : text);
  if (query?.properties?.["productId"] !== undefined) parameters.set("productId", productId);
  return `${at}?${parameters}`;
}
