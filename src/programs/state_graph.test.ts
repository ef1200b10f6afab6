/** The graph of a noun's states: what leads where, and its picture. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changed,
  checked,
  INVOICE,
  MINIMAL,
  typedOf,
} from "../../test/support/programs/programs.ts";
import { isWhole, leadingTo, mermaidOf, reachableFrom, transitionsOf } from "./state_graph.ts";
import type { TypedNoun } from "./typed_noun.ts";

const invoice = typedOf(INVOICE).nouns.get("invoice") as TypedNoun;

test("state graph: the invoice -> a Mermaid diagram with one line for each pair of states", () => {
  assert.equal(
    mermaidOf(invoice),
    `stateDiagram-v2
  [*] --> draft
  draft --> open : issue
  open --> funded : pay
  open --> open : pay
  funded --> settled : settle
  funded --> refunded : refund
  funded --> funded : requestRefund
  draft --> void : void
  open --> void : void
  settled --> [*]
  refunded --> [*]
  void --> [*]
`,
  );
});

test("state graph: two actions between the same states -> one line with both", () => {
  const program = changed(MINIMAL, "/nouns/ticket/actions/drop", { from: ["open"], to: "closed" });
  const ticket = checked(program).typed?.nouns.get("ticket") as TypedNoun;
  assert.match(mermaidOf(ticket), /^ {2}open --> closed : close, drop$/m);
});

test("state graph: from a state -> itself and all that any number of actions lead to", () => {
  assert.deepEqual([...reachableFrom(["funded"], invoice)].sort(), [
    "funded",
    "refunded",
    "settled",
  ]);
  assert.deepEqual([...reachableFrom(["void"], invoice)], ["void"]);
  assert.deepEqual([...reachableFrom([], invoice)], []);
});

test("state graph: to a state -> itself and all from which actions lead there", () => {
  assert.deepEqual([...leadingTo(["settled"], invoice)].sort(), [
    "draft",
    "funded",
    "open",
    "settled",
  ]);
  assert.deepEqual([...leadingTo(["draft"], invoice)], ["draft"]);
});

test("state graph: an action that names no state -> is left out, and the graph is not whole", () => {
  const program = changed(INVOICE, "/nouns/invoice/actions/issue/to", "opened");
  const wrong = checked(program).typed?.nouns.get("invoice") as TypedNoun;
  assert.equal(isWhole(wrong), false);
  assert.equal(isWhole(invoice), true);
  assert.ok(transitionsOf(wrong).every(({ action }) => action !== "issue"));
  assert.deepEqual([...reachableFrom(["draft"], wrong)].sort(), ["draft", "void"]);
});
