/** Guide: holds. */
import { ACCOUNTS, BEGIN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const HOLD_AND_CAPTURE: Guide = {
  name: "hold-and-capture",
  title: "Hold money and capture it",
  summary: "An amount that is reserved first, and taken, or let go, later.",
  words: [
    "hold",
    "authorize",
    "authorization",
    "reserve",
    "capture",
    "clear",
    "settle",
    "void",
    "release",
    "cancel",
    "expire",
    "card",
    "deposit",
  ],
  steps: [
    BEGIN,
    WORDS,
    ACCOUNTS,
    {
      says: "Reserve 50.00 EUR until tomorrow. A hold ends by itself when its time has come, so that no money is kept back for ever.",
      sh: `tomorrow=$(date -u -d '+1 day' +%FT%TZ 2>/dev/null || date -u -v+1d +%FT%TZ)
hold='{"sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'",
  "amount": "5000", "currency": "EUR", "expiresAt": "'$tomorrow'"}'
reserved=$(curl -sS "$BASE_URL/transfer-holds" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d "$hold" | field transferHoldId)
curl -sS "$BASE_URL/accounts/$wallet/balance" -H "$auth"`,
      prints:
        '{"accountId":"acct_…","available":"95000","currency":"EUR","posted":"100000","held":"5000","asOf":"…"}',
    },
    {
      says: "Capture 42.00 EUR of it (`clear`), once: the rest is released. Without an amount all of it is captured.",
      sh: `curl -sS "$BASE_URL/transfer-holds/$reserved/clear" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "amount": "4200", "currency": "EUR"}' | field status
curl -sS "$BASE_URL/accounts/$wallet/balance" -H "$auth"`,
      prints:
        'cleared\n{"accountId":"acct_…","available":"95800","currency":"EUR","posted":"95800","held":"0","asOf":"…"}',
    },
    {
      says: "Another hold, which is let go: `cancel` releases the whole amount.",
      sh: `other=$(curl -sS "$BASE_URL/transfer-holds" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d "$hold" | field transferHoldId)
curl -sS "$BASE_URL/transfer-holds/$other/cancel" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{}' | field status
curl -sS "$BASE_URL/transfer-holds/$other/clear" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{}' | field code`,
      prints: "cancelled\nstate_conflict",
    },
  ],
};
