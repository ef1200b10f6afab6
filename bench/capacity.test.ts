/** The model of edges and shards: against what was measured, and what it says of the defaults. */
import assert from "node:assert/strict";
import test from "node:test";
import { defaultShape } from "../src/options.ts";
import {
  busiestThread,
  COSTS,
  type Costs,
  type Machine,
  type Shape,
  transfersPerSecond,
} from "./capacity.ts";

/** wrk's processor time for a transfer on the server's own cores, microseconds. */
const LOAD_US = 19.5;
/** Transfers a second that were measured, by decision 0016. */
const MEASURED: readonly { cores: number; loadUs: number; shape: Shape; perSecond: number }[] = [
  { cores: 1, loadUs: 0, shape: { edges: 1, shards: 1 }, perSecond: 21_500 },
  { cores: 1, loadUs: 0, shape: { edges: 1, shards: 2 }, perSecond: 17_800 },
  { cores: 1, loadUs: 0, shape: { edges: 2, shards: 1 }, perSecond: 20_300 },
  { cores: 1, loadUs: 0, shape: { edges: 2, shards: 2 }, perSecond: 15_900 },
  { cores: 2, loadUs: LOAD_US, shape: { edges: 1, shards: 1 }, perSecond: 31_000 },
  { cores: 2, loadUs: LOAD_US, shape: { edges: 1, shards: 2 }, perSecond: 27_000 },
  { cores: 2, loadUs: LOAD_US, shape: { edges: 2, shards: 1 }, perSecond: 32_100 },
  { cores: 2, loadUs: LOAD_US, shape: { edges: 2, shards: 2 }, perSecond: 28_300 },
];

for (const { cores, loadUs, shape, perSecond } of MEASURED) {
  const { edges, shards } = shape;
  test(`capacity: cores ${cores}, edges ${edges}, shards ${shards} -> within 10 % of what was measured`, () => {
    const error = transfersPerSecond({ cores, loadUs }, shape) / perSecond - 1;
    assert.ok(Math.abs(error) < 0.1, `the model is ${(100 * error).toFixed(1)} % off`);
  });
}

/** Two cores have the load too, as where it was measured; a larger machine serves others. */
const MACHINES: readonly Machine[] = [
  { cores: 1 },
  { cores: 2, loadUs: LOAD_US },
  { cores: 4 },
  { cores: 8 },
];

/** The costs as they were fitted, and as they may become. */
const COSTS_BY_NAME: Readonly<Record<string, Costs>> = {
  "as measured": COSTS,
  "an edge that costs a quarter less": withTransfer({ edge: 18 }),
  "a shard that costs a quarter more": withTransfer({ shard: 10 }),
};

function withTransfer(changed: Partial<Costs["transfer"]>): Costs {
  return { ...COSTS, transfer: { ...COSTS.transfer, ...changed } };
}

for (const [name, costs] of Object.entries(COSTS_BY_NAME)) {
  test(`capacity: the defaults for 1, 2, 4 and 8 cores, ${name} -> within 5 % of the best choice`, () => {
    for (const machine of MACHINES) {
      const { cores } = machine;
      const shape = defaultShape(cores, "linux");
      assert.ok(shape.edges + shape.shards <= Math.max(2, cores), "no more threads than cores");
      for (const listsPerSecond of [0, 1_000]) {
        const of = (each: Shape) => transfersPerSecond({ ...machine, listsPerSecond }, each, costs);
        const best = Math.max(...shapesOf(cores).map(of));
        assert.ok(of(shape) >= 0.95 * best, `${cores} cores: ${of(shape)} of ${best}`);
        const busiest = busiestThread(best / 2, shape, costs);
        assert.ok(busiest < 0.8, `${cores} cores: a thread is busy for ${busiest} at half of it`);
      }
    }
  });
}

/** Every number of edges and shards up to one of each for a core. */
function shapesOf(cores: number): Shape[] {
  const counts = Array.from({ length: cores }, (_, index) => index + 1);
  return counts.flatMap((edges) => counts.map((shards) => ({ edges, shards })));
}
