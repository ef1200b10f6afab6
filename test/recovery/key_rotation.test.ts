/**
 * The keys of a data directory rotated while its server serves: no request fails, all that was made under a
 * key of before is taken as before, after a restart and from a backup too; killed at any step, the next start
 * has all of it, and the command can be given again.
 * Each test has servers of its own, because their keys change and they are killed.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { expect } from "../support/client.ts";
import { openProgram, tokensIn } from "../support/oauth.ts";
import { draft, newAccount } from "../support/parties.ts";
import {
  codeFor,
  codesTo,
  enrol,
  invitationTokenIn,
  mailFor,
  newEmail,
  PASSWORD,
  proofOf,
} from "../support/people.ts";
import { admin, killServer, newDataDir } from "../support/server.ts";
import { until } from "../support/webhooks.ts";
import { copyOf } from "./bank.ts";
import { runLog } from "./log_command.ts";
import {
  assertProven,
  assertTaken,
  backedUp,
  closed,
  made,
  opened,
  type Party,
  provenReply,
  ROTATIONS,
  rotate,
  secretsIn,
  type Told,
  transfersOf,
  withToken,
} from "./rotated_keys.ts";

const TIMES = 3;
const STEPS = new URL("../support/rotation_steps.mjs", import.meta.url).href;

const scratch = mkdtempSync(join(tmpdir(), "key-rotation-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the lanes until `work` is over; whatever a lane throws fails the test. */
async function underLoad(lanes: (() => Promise<void>)[], work: () => Promise<void>) {
  let isOver = false;
  let turns = 0;
  const running = lanes.map(async (lane) => {
    while (!isOver) {
      await lane();
      turns++;
    }
  });
  const failed = Promise.all(running);
  try {
    await Promise.race([work(), failed.then(() => assert.fail("a lane ended"))]);
  } finally {
    isOver = true;
  }
  await failed;
  return turns;
}

test(`keys: each rotated ${TIMES} times under load -> no request fails; old credentials, proofs, cursors hold, after a restart and from a backup`, async () => {
  const dataDir = newDataDir();
  let party = await opened(dataDir, { flags: ["--log-level", "info"] });
  const { client, people } = party;
  const before = await made(party);
  const began = await begunBefore(party);
  const [source, destination] = [
    await newAccount(client, { fund: "100000" }),
    await newAccount(client),
  ];
  const eve = await people.founder("Eve's");
  const lanes = [
    async () => {
      const reply = expect(await client.post("/transfers", draft(source, destination, "1")), 201);
      const receiptId = reply.id("receiptId");
      const { body: receipt } = expect(await client.get(`/receipts/${receiptId}`), 200);
      const proof = await provenReply(client, receiptId);
      assert.deepEqual(proof.at("receipt"), receipt);
      await assertProven(party.server, proof.text);
    },
    async () => {
      const first = expect(await client.get(transfersOf(client)), 200).id("nextCursor");
      expect(await client.get(`${transfersOf(client)}&cursor=${first}`), 200);
    },
    async () => void (await people.logIn(eve)),
    async () => {
      const asked = { name: "t", scopes: ["products:read"] };
      const ada = Object.assign(people.browser(before.ada.email), before.ada);
      const { body } = expect(await ada.post("/personal-access-tokens", asked), 201);
      expect(await ada.get("/products", withToken(String(body["token"]))), 200);
      const revoke = `/personal-access-tokens/${String(body["personalAccessTokenId"])}/revoke`;
      expect(await ada.post(revoke), 200);
    },
  ];
  const turns = await underLoad(lanes, async () => {
    for (let time = 0; time < TIMES; time++) {
      for (const command of ROTATIONS) {
        const { keys } = await rotate(party.server, command);
        assert.equal(keys.length, time + 2, command);
        expect(await client.get(`/accounts/${source}`), 200);
      }
    }
  });
  assert.ok(turns >= lanes.length, `${turns} turns`);
  await assertTaken(party, before);
  await began(party);
  // Each command has a line in the log, the one that `began` gives too; the process writes the lines behind the answers.
  const linesOfRotations = () =>
    party.server.output().match(/"the keys of a file changed"/g)?.length ?? 0;
  await until(() => linesOfRotations() > TIMES * ROTATIONS.length, "a line for each rotation");
  assert.equal(linesOfRotations(), TIMES * ROTATIONS.length + 1);
  const output = party.server.output();
  for (const secret of secretsIn(dataDir)) assert.ok(!output.includes(secret), "a key in the log");

  const target = join(scratch, "backup");
  await backedUp(target, dataDir);
  await closed(party);
  const { code, output: verified } = await runLog("verify", "--data", dataDir);
  assert.equal(code, 0, verified);
  for (const path of [dataDir, target]) {
    party = await opened(path);
    await assertTaken(party, before);
    await closed(party);
  }
});

/** Begins what codes, tokens and proofs of before end; returns what ends it, after the rotations. */
async function begunBefore({ server, people }: Party): Promise<(party: Party) => Promise<void>> {
  const bob = await people.founder("Bob's");
  const { recoveryCodes } = await enrol(bob);
  const invitee = people.browser(newEmail());
  const invitation = { email: invitee.email, role: "developer" };
  expect(await bob.post("/tenant/invitations", invitation), 201);
  const invitationToken = invitationTokenIn(await mailFor(server, invitee.email));
  const sent = codesTo(server, bob.email).length;
  const again = people.browser(bob.email);
  const login = { email: bob.email, password: PASSWORD, proofOfWork: await proofOf(again) };
  const begun = expect(await again.post("/auth/login", login), 201);
  const code = await codeFor(server, bob.email, sent);
  const proofOfWork = await proofOf(again);
  const program = openProgram(server);
  const { deviceCode, userCode } = await program.ask();
  const eve = await people.founder("Of the program");
  return async (party) => {
    const path = `/auth/login/${begun.id("loginId")}`;
    expect(await again.post(`${path}/code`, { code }), 200);
    expect(await again.post(`${path}/mfa`, { code: recoveryCodes[0] }), 200);
    expect(await again.post("/auth/login", { ...login, proofOfWork }), 201);
    await party.people.signUp(invitee, { invitationToken });
    assert.equal((await program.look(eve, userCode)).status, 200);
    expect(await eve.post(`/oauth/device/${userCode}/approve`, {}), 200);
    const { refresh } = tokensIn(await program.poll(deviceCode));
    await rotate(party.server, "pepper rotate");
    tokensIn(await program.refresh(refresh));
    program.close();
  };
}

/** The files of a data directory that a rotation changes, by name, as a kill between two steps leaves them. */
type Left = ReadonlyMap<string, Buffer>;

/**
 * What kills before the steps of each rotation leave on the directory of a stopped server, which stays as it is:
 * by rotation, what differs from the step before, the first step first.
 */
async function leftByKills(dataDir: string): Promise<Left[][]> {
  const [copy, steps] = [copyOf(dataDir), join(scratch, "steps")];
  const kept = { ROTATION_STEPS: steps, ROTATED_DIRECTORY: copy };
  const environment = { NODE_OPTIONS: `--import ${STEPS}`, ...kept };
  const { server, client } = await opened(copy, { environment });
  const left: Left[][] = [];
  for (const command of ROTATIONS) {
    mkdirSync(steps);
    await rotate(server, command);
    left.push(changesIn(steps, command));
    rmSync(steps, { recursive: true });
  }
  client.close();
  await killServer(server);
  return left;
}

function changesIn(steps: string, command: string): Left[] {
  const all = readdirSync(steps).map((_, step) => filesOf(join(steps, String(step))));
  assert.ok(all.length >= 4, `${command}: ${all.length} steps`);
  const first = all[0] as Left;
  const changes = all.map(
    (files) => new Map([...files].filter(([name, bytes]) => !first.get(name)?.equals(bytes))),
  );
  return changes.filter((each, at) => !isDeepStrictEqual(each, changes[at - 1]));
}

function filesOf(folder: string): Left {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

// The steps of different rotations leave different files, so one server starts on what kills of all four leave.
test("keys: killed before each step of each rotation -> the next start has all that was made; given again, the command ends", async () => {
  const dataDir = newDataDir();
  let party = await opened(dataDir);
  const before = await made(party);
  await closed(party);
  const left = await leftByKills(dataDir);
  for (let at = 0; at < Math.max(...left.map(({ length }) => length)); at++) {
    const copy = copyOf(dataDir);
    for (const states of left) {
      for (const [name, bytes] of states[at] ?? (states.at(-1) as Left)) {
        writeFileSync(join(copy, name), bytes, { mode: 0o600 });
      }
    }
    party = await opened(copy);
    await assertTaken(party, before);
    for (const command of ROTATIONS) await rotate(party.server, command);
    await assertTaken(party, before);
    for (const { keys } of (await admin(party.server, "key-files list")) as unknown as Told[]) {
      assert.deepEqual(
        [keys[0]?.status, new Set(keys.map(({ keyId }) => keyId)).size],
        ["current", keys.length],
      );
    }
    await closed(party);
  }
});
