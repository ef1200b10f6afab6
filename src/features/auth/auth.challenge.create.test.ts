/** Decision table of auth.challenge.create, and how often a solution is taken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { solveProof } from "../../../test/support/access/proof.ts";
import {
  platformTable as decisionTable,
  openPlatformWorld,
  platformTools,
} from "../../../test/world/platform_world.ts";
import { authChallengeCreate } from "./auth.challenge.create.ts";
import { takeProof } from "./used_proof.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const ASKED = { requester: { key: KEY, keys: [KEY] } };

decisionTable(authChallengeCreate, {
  rows: [
    {
      title: "anybody",
      outcome: "a challenge that can be solved, for 5 minutes",
      async check({ reply }, { world }) {
        assert.equal(Date.parse(reply.expiresAt), world.nowMs + 300_000);
        const proof = await platformTools(world.nowMs).verifyProof(solveProof(reply));
        assert.equal(proof?.expiresAtMs, world.nowMs + 300_000);
      },
    },
    { title: "a field", input: { email: "a@example.com" }, code: "invalid_request" },
  ],
});

test("proof of work: once, again, at its end -> taken, refused, refused and forgotten by the next", async () => {
  const world = await openPlatformWorld();
  const { nowMs } = world;
  const proof = { challengeId: "0".repeat(32), expiresAtMs: nowMs + 1_000 };
  const { isTaken, facts } = takeProof(world.state, proof, ASKED, { nowMs });
  assert.ok(isTaken);
  world.apply(facts);
  assert.deepEqual(takeProof(world.state, proof, ASKED, { nowMs }), { isTaken: false, facts: [] });
  world.nowMs += 999;
  assert.equal(takeProof(world.state, proof, ASKED, world).isTaken, false);
  world.nowMs += 1;
  assert.equal(takeProof(world.state, proof, ASKED, world).isTaken, false);
  const next = { challengeId: "1".repeat(32), expiresAtMs: world.nowMs + 1_000 };
  world.apply(takeProof(world.state, next, ASKED, world).facts);
  assert.deepEqual([...world.state.usedProofs.values()].length, 1);
  assert.equal(takeProof(world.state, undefined, ASKED, world).isTaken, false);
});
