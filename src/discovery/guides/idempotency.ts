/** Guide: idempotency keys and retries. */
import { ACCOUNTS, BEGIN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const IDEMPOTENCY: Guide = {
  name: "idempotency-and-retries",
  title: "Retry without paying twice",
  summary: "One key for each change that you mean, and what to send again after which answer.",
  words: [
    "idempotency",
    "idempotency key",
    "retry",
    "retries",
    "timeout",
    "duplicate",
    "twice",
    "rate limit",
    "429",
    "5xx",
    "backoff",
    "network error",
  ],
  steps: [
    BEGIN,
    WORDS,
    ACCOUNTS,
    {
      says: "Make the key once, when you decide to pay, and keep it with the payment: every attempt at this payment sends it.",
      sh: `key=$(uuid)
payment='{"sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'", "amount": "25000", "currency": "EUR"}'
curl -sS "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $key" -d "$payment" | field status`,
      prints: "posted",
    },
    {
      says: "Say that the answer was lost. The same request with the same key gets the first answer again, byte for byte, and no money moves a second time. The header says that it is a replay.",
      sh: `curl -sSi "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $key" -d "$payment" | grep -i idempotent-replayed
curl -sS "$BASE_URL/accounts/$savings/balance" -H "$auth" | field posted`,
      prints: "idempotent-replayed: true\n25000",
    },
    {
      says: "Another request with this key is refused: a key belongs to one change. Refusals are remembered too: after a 4xx mend the cause, and send the mended request under a new key.",
      sh: `other='{"sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'", "amount": "25001", "currency": "EUR"}'
curl -sS "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $key" -d "$other" | field code`,
      prints: "idempotency_conflict",
    },
    {
      says: `When to send again:

- No answer, a timeout, or a 5xx: the same request with the same key, after a growing pause. It may have run; a new key could pay twice.
- 429: wait for \`retry-after\` seconds, then the same request with the same key. Nothing ran.
- Any other 4xx: not as it is. Each code says whether it is \`retryable\`: [the list of codes](/docs/errors).

This loop sends again until an answer is final:`,
      sh: `for pause in 1 2 4 8; do
  status=$(curl -sS -o answer.json -w '%{http_code}' "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $key" -d "$payment" || true)
  case "$status" in 2*|400|401|403|404|409|422) break ;; esac
  sleep "$pause"
done
echo "$status"`,
      prints: "201",
    },
  ],
};
