/** The simulator without one of the guards of what leaves: webhooks and verifications, each in turn: a violation. */
import { test } from "node:test";
import { assertMissed, guardsOf } from "./missed.ts";

for (const guard of guardsOf("outside")) {
  test(`simulator: without "${guard}" -> red`, (t) => assertMissed(t, "outside", guard));
}
