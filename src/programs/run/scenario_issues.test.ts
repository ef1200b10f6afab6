/** What is said of scenarios that have not the form of one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioIssues } from "./scenario_issues.ts";

for (const [title, steps, issues] of [
  ["a step of each kind", [{ customer: "ada" }, { fund: "product.fees", amount: "1" }], []],
  ["a step with a customer who calls", [{ call: "pay", as: "customer", customer: "ada" }], []],
  [
    "nothing that a step is called by",
    [{ pay: "now" }],
    [
      "scenario,0: scenario[0] is no step: a step has one of the keys create, call, advance, decide, payout, collection, fund, consent, customer",
    ],
  ],
  [
    "a text",
    ["pay"],
    [
      "scenario,0: scenario[0] is no step: a step has one of the keys create, call, advance, decide, payout, collection, fund, consent, customer",
    ],
  ],
  [
    "null",
    [null],
    [
      "scenario,0: scenario[0] is no step: a step has one of the keys create, call, advance, decide, payout, collection, fund, consent, customer",
    ],
  ],
  [
    "a mistyped key",
    [{ call: "pay", inputs: {} }],
    ['scenario,0,inputs: scenario[0] (call): "inputs" is not a key of a call; did you mean input?'],
  ],
  [
    "an amount as a number",
    [{ customer: "ada" }, { fund: "product.fees", amount: 5 }],
    ['scenario,1,amount: scenario[1] (fund): "amount" is a number, and must be a text'],
  ],
  [
    "no amount",
    [{ fund: "product.fees" }],
    ['scenario,0: scenario[0] (fund): the fund lacks "amount"'],
  ],
  [
    "an actor that there is not",
    [{ call: "pay", as: "boss" }],
    ['scenario,0,as: scenario[0] (call): "as" is "boss", and must be one of'],
  ],
] as const) {
  test(`scenario: ${title} -> ${issues.length === 0 ? "no issue" : "an issue at its place"}`, () => {
    const found = scenarioIssues(steps).map(({ message, path }) => `${path.join(",")}: ${message}`);
    assert.equal(found.length, issues.length, found.join("\n"));
    for (const [index, issue] of issues.entries()) {
      assert.ok(found[index]?.startsWith(issue), found[index]);
    }
  });
}

test("scenario: a hundred wrong steps -> twenty issues", () => {
  assert.equal(scenarioIssues(Array(100).fill({})).length, 20);
});
