/** Guide: reversals. */
import { ACCOUNTS, BEGIN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const REFUND: Guide = {
  name: "refund",
  title: "Refund a transfer",
  summary: "A part of a transfer given back, then the rest, and never more than was moved.",
  words: [
    "refund",
    "reversal",
    "reverse",
    "give back",
    "money back",
    "return",
    "undo",
    "chargeback",
    "partial refund",
    "cancel a transfer",
  ],
  steps: [
    BEGIN,
    WORDS,
    ACCOUNTS,
    {
      says: "A transfer of 30.00 EUR, as it might be for two books:",
      sh: `transfer=$(curl -sS "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'",
  "amount": "3000", "currency": "EUR"}' | field transferId)`,
    },
    {
      says: "One book comes back. A transfer is never changed or deleted: its reversal is a new transfer in the opposite direction, which names it (`reversalOf`).",
      sh: `curl -sS "$BASE_URL/transfers/$transfer/reverse" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "amount": "1000", "currency": "EUR", "reason": "One of two books returned"}' | field amount
curl -sS "$BASE_URL/transfers/$transfer" -H "$auth" | field reversedAmount`,
      prints: "1000\n1000",
    },
    {
      says: "More than is left is refused. Without an amount all that is left is given back, and the transfer is `reversed`.",
      sh: `curl -sS "$BASE_URL/transfers/$transfer/reverse" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "amount": "2001", "currency": "EUR", "reason": "Too much"}' | field code
curl -sS "$BASE_URL/transfers/$transfer/reverse" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "reason": "The other one too"}' | field amount
curl -sS "$BASE_URL/transfers/$transfer" -H "$auth" | field status`,
      prints: "ledger_transfer_rejected\n2000\nreversed",
    },
  ],
};
