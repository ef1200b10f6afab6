/** The simulator without one of the guards of schedules, collections and consents, each in turn: a violation. */
import { test } from "node:test";
import { assertMissed, guardsOf } from "./missed.ts";

for (const guard of guardsOf("consents")) {
  test(`simulator: without "${guard}" -> red`, (t) => assertMissed(t, "consents", guard));
}
