/** The simulator without one of the guards of what is done in time, each in turn: a violation. */
import { test } from "node:test";
import { assertMissed, guardsOf } from "./missed.ts";

for (const guard of guardsOf("time")) {
  test(`simulator: without "${guard}" -> red`, (t) => assertMissed(t, "time", guard));
}
