/** The simulator without one of the guards of the ledger and of its log, each in turn: a violation. */
import { test } from "node:test";
import { assertMissed, guardsOf } from "./missed.ts";

for (const guard of guardsOf("ledger")) {
  test(`simulator: without "${guard}" -> red`, (t) => assertMissed(t, "ledger", guard));
}
