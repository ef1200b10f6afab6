/** Steps that guides begin with. */
import type { GuideStep } from "./guide.ts";

/** The reader's own values, and three words of a shell that the commands use. */
export const BEGIN: GuideStep = {
  says:
    "You need bash, `curl` and a key of a sandbox Product: a server on your own machine writes one to `data/demo.json`, and the console makes one. " +
    "Nothing here touches live money.",
  sh: `BASE_URL=http://127.0.0.1:8080/v1
API_KEY=service_test_…
PRODUCT_ID=prod_…`,
  isYours: true,
};

export const WORDS: GuideStep = {
  says: "Two headers that every request has, a fresh UUID for each change, and a way to read one field of an answer:",
  sh: `auth="Authorization: Bearer $API_KEY" json="Content-Type: application/json"
uuid() { uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid; }
field() { grep -o "\\"$1\\":\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }`,
};

/** A customer with two accounts, the first of which has money. */
export const ACCOUNTS: GuideStep = {
  says: "A customer with two accounts, and 1,000.00 EUR on the first: amounts are minor units, as text.",
  sh: `customer=$(curl -sS "$BASE_URL/customers" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "productId": "'$PRODUCT_ID'", "test": true,
  "entity": {"kind": "person", "displayName": "Ada Lovelace", "country": "GB"}}' | field customerId)
account='{"productId": "'$PRODUCT_ID'", "role": "customer_balance", "currency": "EUR",
  "owner": {"type": "customer", "id": "'$customer'"}}'
wallet=$(curl -sS "$BASE_URL/accounts" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d "$account" | field accountId)
savings=$(curl -sS "$BASE_URL/accounts" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d "$account" | field accountId)
curl -sS "$BASE_URL/sandbox/account-funding" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "destinationAccountId": "'$wallet'", "amount": "100000", "currency": "EUR"}' | field status`,
  prints: "posted",
};

/** A personal access token, for what a Product's key cannot do. */
export const TOKEN: GuideStep = {
  says: "This is done by a member of the company, not by a Product: the personal access token is `founder.personalAccessToken` of `data/demo.json`, or one that the console makes.",
  sh: "TOKEN=service_pat_…",
  isYours: true,
};
