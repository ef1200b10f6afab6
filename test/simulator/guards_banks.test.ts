/** The simulator without one of the guards of what banks do, each in turn: a violation. */
import { test } from "node:test";
import { assertMissed, guardsOf } from "./missed.ts";

for (const guard of guardsOf("banks")) {
  test(`simulator: without "${guard}" -> red`, (t) => assertMissed(t, "banks", guard));
}
