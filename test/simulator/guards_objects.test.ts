/** The simulator without one of the guards of objects, their decisions and their migrations, each in turn: a violation. */
import { test } from "node:test";
import { assertMissed, guardsOf } from "./missed.ts";

for (const guard of guardsOf("objects")) {
  test(`simulator: without "${guard}" -> red`, (t) => assertMissed(t, "objects", guard));
}
