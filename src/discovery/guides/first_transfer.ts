/** Guide: the first transfer. */
import { ACCOUNTS, BEGIN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const FIRST_TRANSFER: Guide = {
  name: "first-transfer",
  title: "Your first transfer",
  summary: "A customer, two accounts, test money, and 250.00 EUR that move between them.",
  words: [
    "quick start",
    "getting started",
    "send money",
    "pay",
    "move",
    "wallet",
    "balance",
    "curl",
  ],
  steps: [
    BEGIN,
    WORDS,
    ACCOUNTS,
    {
      says: "Move 250.00 EUR. The answer comes when the transfer is on disk; a transfer happens at once or not at all.",
      sh: `curl -sS "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'",
  "amount": "25000", "currency": "EUR", "description": "First savings"}' | field status`,
      prints: "posted",
    },
    {
      says: "Read the balance: `available` may be spent, `posted` is what there is, `held` is what holds reserve.",
      sh: `curl -sS "$BASE_URL/accounts/$wallet/balance" -H "$auth"`,
      prints:
        '{"accountId":"acct_…","available":"75000","currency":"EUR","posted":"75000","held":"0","asOf":"…"}',
    },
    {
      says: "More than there is, is refused, and no money moves. Branch on `code`; [each code has a page](/docs/errors/insufficient_balance).",
      sh: `curl -sS "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'",
  "amount": "75001", "currency": "EUR"}' | field code`,
      prints: "insufficient_balance",
    },
  ],
};
