/** Guide: statements, receipts and proofs. */
import { ACCOUNTS, BEGIN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const STATEMENTS: Guide = {
  name: "statements-and-proofs",
  title: "Statements, receipts and proofs",
  summary: "The movements of an account in a month, and a receipt that anybody can check.",
  words: [
    "statement",
    "export",
    "csv",
    "month",
    "report",
    "reconciliation",
    "receipt",
    "proof",
    "merkle",
    "audit",
    "bookkeeping",
    "verify receipt",
  ],
  steps: [
    BEGIN,
    WORDS,
    ACCOUNTS,
    {
      says: "A transfer, so that there is something to show. Each change has a receipt, which its answer names:",
      sh: `receipt=$(curl -sSi "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'", "amount": "2500", "currency": "EUR"}' |
  tr -d '\\r' | grep -i '^service-receipt-id:' | cut -d ' ' -f 2)`,
    },
    {
      says: "A statement is made of the rows of the ledger when you ask for it, so it cannot disagree with them. The month that has not ended is open; five minutes after its end it is sealed, and the same for ever.",
      sh: `month=$(date -u +%Y-%m)
curl -sS "$BASE_URL/accounts/$wallet/statements/$month" -H "$auth" > statement.json
grep -o '"\\(opening\\|totalCredits\\|totalDebits\\|closing\\)":"[^"]*"' statement.json | sort`,
      prints: '"closing":"97500"\n"opening":"0"\n"totalCredits":"100000"\n"totalDebits":"2500"',
    },
    {
      says: "The same as a file for bookkeeping, with the digest of its bytes in `content-digest`:",
      sh: `curl -sS "$BASE_URL/accounts/$wallet/statements/$month/export" -H "$auth" -H "Accept: text/csv" | wc -l`,
      prints: "3",
    },
    {
      says: "For a month of very many entries, or to fetch a file later or in parts, ask for an export. It is made after the answer and kept; the event `statement_export.ready` tells when it is there. `format` may also be `camt053`, `mt940`, `ofx` or `pdf`, and scope `product` has all accounts: their entries as CSV, a statement of each in the other formats:",
      sh: `export=$(curl -sS "$BASE_URL/statement-exports" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "scope": "account", "id": "'$wallet'", "month": "'$month'"}' | field statementExportId)
until curl -sS "$BASE_URL/statement-exports/$export" -H "$auth" | grep -q '"status":"ready"'; do sleep 0.2; done
curl -sS "$BASE_URL/statement-exports/$export/download" -H "$auth" -H "Accept: text/csv" | wc -l
curl -sS "$BASE_URL/statement-exports/$export/download" -H "$auth" -H "Accept: text/csv" -H "Range: bytes=0-8"`,
      prints: "3\ntimestamp",
    },
    {
      says: "What the whole Product did in a month is sealed by its clock, five minutes after the month's end, in the time zone of the company. In the sandbox somebody moves the clock; `product.stats.list` shows what moved day by day:",
      sh: `at=$(( $(date -u +%Y) + 2 ))-02-01T00:05:00Z
curl -sS "$BASE_URL/sandbox/clock/advance" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "productId": "'$PRODUCT_ID'", "at": "'$at'"}' | field productId > moved.txt
curl -sS "$BASE_URL/statements?productId=$PRODUCT_ID&limit=1" -H "$auth" > sealed.json
field month < sealed.json | cut -c 5-
statement=$(field statementId < sealed.json)
curl -sS "$BASE_URL/statements/$statement/proof" -H "$auth" | grep -c entriesDigest
curl -sS "$BASE_URL/products/$PRODUCT_ID/stats?interval=month" -H "$auth" | grep -c activeAccounts`,
      prints: "-01\n1\n1",
    },
    {
      says: "A proof shows that the record of a receipt is in the log, and that nothing of the log was changed since. Who has the [public keys](/.well-known/receipt-keys.json) checks it without this server: in a checkout of the platform, `npm run -s log -- verify-receipt proof.json --key receipt-keys.json`.",
      sh: `curl -sS "$BASE_URL/receipts/$receipt" -H "$auth" | field operation
curl -sS "$BASE_URL/receipts/$receipt/proof" -H "$auth" > proof.json
curl -sS "\${BASE_URL%/v1}/.well-known/receipt-keys.json" > receipt-keys.json
grep -c signature proof.json`,
      prints: "transfer.create\n1",
    },
  ],
};
