/** Somebody who can be paid over ACH. */
import { randomUUID } from "node:crypto";
import { type Client, call } from "./seed.ts";

/** A right routing number of the United States, of a bank that is not asked. */
const BANK = { routingNumber: "021000021", accountNumber: "000123456789" };

/** Creates a beneficiary of the demo Product; its id. */
export async function newPayee(client: Client): Promise<string> {
  const payee = await call(client, "POST", "/v1/beneficiaries", {
    productId: client.demo.productId,
    ...{ ownerType: "third_party", name: `Paper Mill ${randomUUID()}` },
    ...{ rail: "ach", destination: BANK },
  });
  return String(payee["beneficiaryId"]);
}
