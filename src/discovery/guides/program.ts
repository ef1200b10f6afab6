/** Guide: from a program to a Product. */
import { BEGIN, TOKEN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const PROGRAM: Guide = {
  name: "program-to-product",
  title: "From a blueprint to a Product",
  summary:
    "A program of a template, kept as a blueprint, checked, built, and run as a Product of its own.",
  words: [
    "program",
    "blueprint",
    "composer",
    "template",
    "plan",
    "build",
    "product",
    "create product",
    "invoice",
    "loan",
    "marketplace",
    "state machine",
    "pricing",
    "payout",
    "pay out",
    "direct debit",
    "mandate",
    "collect",
  ],
  steps: [
    BEGIN,
    WORDS,
    TOKEN,
    {
      says: "A Product is a program: kinds of objects, and actions that move money. Begin with a template; it is JSON, and this guide reads it with `node`.",
      sh: `auth="Authorization: Bearer $TOKEN"
json_of() { node -p "JSON.stringify(JSON.parse(require('fs').readFileSync(0)).$1)"; }
curl -sS "$BASE_URL/composer/templates" -H "$auth" | grep -o '"templateId":"[^"]*"'
program=$(curl -sS "$BASE_URL/composer/templates/invoice" -H "$auth" | json_of source)`,
      prints: '"templateId":"invoice"\n"templateId":"loan"\n…',
    },
    {
      says: "Keep it as a blueprint, which has versions, while you and your agents work on it:",
      sh: `blueprint=$(curl -sS "$BASE_URL/blueprints" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "name": "Invoices", "source": '"$program"'}' | field blueprintId)
curl -sS "$BASE_URL/blueprints/$blueprint" -H "$auth" | field name`,
      prints: "Invoices",
    },
    {
      says: "A plan checks the program, and shows what it would do and what it costs. It makes nothing.",
      sh: `curl -sS "$BASE_URL/composer/plan" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{"source": '"$program"'}' > plan.json
digest=$(field digest < plan.json) pricing=$(json_of pricing < plan.json)`,
    },
    {
      says: "Build it, for the digest and the prices that you have seen: where either is another by now, the build is refused. Then make the Product.",
      sh: `build=$(curl -sS "$BASE_URL/builds" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "source": '"$program"', "expectedDigest": "'$digest'", "expectedPricing": '"$pricing"'}' | field buildId)
product=$(curl -sS "$BASE_URL/products" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "name": "Invoices", "buildId": "'$build'", "expectedPricing": '"$pricing"'}' | field productId)
curl -sS "$BASE_URL/products/$product" -H "$auth" | field status`,
      prints: "active",
    },
    {
      says: "It has a sandbox with accounts, customers and keys of its own, and its objects have addresses: `/products/{productId}/objects/invoice`. `product.activation.request` asks for live.",
      sh: `curl -sS "$BASE_URL/products/$product/objects/invoice" -H "$auth"`,
      prints: '{"items":[]…}',
    },
    {
      says: "A program pays out where a move goes to a beneficiary: a field or an input of that type. The action does not wait for the bank; it leads to a state such as `paying`, and `then` names the actions that the clock calls at each end. Each is in a port with the actor `clock`, and takes no required input. Name at least `failed`: the money is on the account again then.",
      sh: `curl -sS "$BASE_URL/composer/templates/seller_payouts" -H "$auth" | json_of source.nouns.sale.actions.payAgain.moves`,
      prints:
        '[{"label":"again",…"to":"fields.seller","then":{"posted":"markPaid","failed":"payLater","returned":"cameBack","cancelled":"payLater"}}]',
    },
    {
      says: 'A program collects from an account at another bank under a consent with a mandate. A schedule does it by `collect`: the money comes to the customer\'s account, the action under `then` takes it from there, and the action under `returned` is called where the bank takes it back, up to 13 months later. An action does it by a move with `"from": "fields.consent"` to one account, with `then` for `collected`, `failed` and `returned`. One call asks one bank for one thing, so what is collected is paid out by the action under `collected`.',
      sh: `curl -sS "$BASE_URL/composer/templates/membership" -H "$auth" | json_of source.nouns.membership.schedules.dues.collect`,
      prints:
        '{"consent":"fields.consent","amount":"fields.monthly","then":"takeDues","returned":"fallBehind"}',
    },
    {
      says: "`composer.simulate` tries both before there is a Product: a step of a scenario says what the bank did, and its `expect` what must hold then. Here a payout fails, and the payout of the next day is posted; the dues of a membership are collected, and the bank takes the money back.",
      sh: `tried() { curl -sS "$BASE_URL/composer/simulate" -H "$auth" -H "$json" -d "{\\"source\\": $1, \\"scenario\\": $2}" > trace.json; json_of holds < trace.json; }
sale=$(curl -sS "$BASE_URL/composer/templates/seller_payouts" -H "$auth" | json_of source)
tried "$sale" '[
  {"customer": "ada"}, {"fund": "customer(ada).customer_balance", "amount": "10000"},
  {"create": "sale", "name": "chair", "fields": {"buyer": "ada", "seller": "paper-mill", "price": "10000"}},
  {"call": "pay", "as": "customer"}, {"call": "settle", "expect": {"state": "paying"}},
  {"payout": "net", "ended": "failed", "expect": {"state": "unpaid"}},
  {"advance": "P1D", "expect": {"object": "chair", "state": "paying"}},
  {"payout": "again", "ended": "posted", "expect": {"state": "paid"}}]'
json_of 'payouts.map(({ label, status }) => [label, status])' < trace.json
membership=$(curl -sS "$BASE_URL/composer/templates/membership" -H "$auth" | json_of source)
tried "$membership" '[
  {"customer": "ada"}, {"consent": "mandate", "of": "ada", "mandate": true},
  {"create": "membership", "name": "hers", "fields": {"member": "ada", "consent": "mandate",
    "monthly": "2500", "months": 2, "firstDueAt": "2030-01-31T00:00:00Z"}},
  {"call": "begin"}, {"advance": "2030-02-01"},
  {"collection": "dues", "ended": "collected", "expect": {"state": "active", "balances": {"product.dues": "2500"}}},
  {"collection": "dues", "ended": "returned", "expect": {"state": "behind"}}]'
json_of 'collections.map(({ label, status }) => [label, status])' < trace.json`,
      prints: 'true\n[["net","failed"],["again","posted"]]\ntrue\n[["dues","returned"]]',
    },
    {
      says: "In a sandbox the simulator is the bank, and the last four digits of an amount say what it does: `9901` refuses, `9903` fails, `9904` carries out and takes back, and `9905` waits for `sandbox.provider_outcome.create`; others are carried out when `sandbox.clock.advance` has reached their day. `object.action.preview` says beforehand which payouts and collections an action would make, and `object.history.list` which ends an object was told.",
    },
  ],
};
