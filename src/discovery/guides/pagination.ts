/** Guide: pages of lists. */
import { ACCOUNTS, BEGIN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const PAGINATION: Guide = {
  name: "pagination",
  title: "Read a list page by page",
  summary: "All items of a list, newest first, with cursors; and the newest of them alone.",
  words: [
    "pagination",
    "paging",
    "page",
    "cursor",
    "next page",
    "limit",
    "list",
    "filter",
    "nextCursor",
    "offset",
  ],
  steps: [
    BEGIN,
    WORDS,
    ACCOUNTS,
    {
      says: "Three transfers, so that there is something to list:",
      sh: `for amount in 100 200 300; do
  curl -sS "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
    "sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'",
    "amount": "'$amount'", "currency": "EUR"}' | field amount
done`,
      prints: "100\n200\n300",
    },
    {
      says: "A list answers `items`, newest first, and `nextCursor` where there is more. `limit` is 1 to 100. Pass the cursor on as it is, with the same filters, until there is none. Pages do not shift while things are made.",
      sh: `list="$BASE_URL/accounts/$savings/transfers?limit=2"
page=$(curl -sS "$list" -H "$auth")
while true; do
  grep -o '"amount":"[^"]*"' <<< "$page"
  cursor=$(field nextCursor <<< "$page")
  [ -n "$cursor" ] || break
  echo "next page"
  page=$(curl -sS "$list&cursor=$cursor" -H "$auth")
done`,
      prints: '"amount":"300"\n"amount":"200"\nnext page\n"amount":"100"',
    },
    {
      says: "A cursor belongs to its list and its filters. With others it is refused, and so is one that was made up: begin again without a cursor.",
      sh: `curl -sS "$BASE_URL/transfers?productId=$PRODUCT_ID&cursor=abc" -H "$auth" | field code`,
      prints: "invalid_request",
    },
  ],
};
