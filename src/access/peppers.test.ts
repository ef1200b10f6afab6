/** Peppers that are rotated: what was stored under one of before is taken as it was; what is new, or is gone, is not mistaken. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { solveProof } from "../../test/support/access/proof.ts";
import type { KeyCredential, PersonCredential } from "../contract/declare/announcement.ts";
import type { DigestRenewal } from "../contract/messages/credential_use.ts";
import { makeApiKey } from "./api_key.ts";
import { codeDigests } from "./codes.ts";
import { digestOf, makeCredential } from "./credential_text.ts";
import { Credentials, type Presented } from "./credentials.ts";
import { derivedKeys } from "./derived_key.ts";
import { USE_NOTED_MS } from "./people_table.ts";
import { openPeppers, PEPPERS_MAX, pepperTexts, sharePeppers } from "./peppers.ts";
import { newChallenge, PROOF_KEY_LABEL, verifyProof } from "./proof_of_work.ts";

const NOW_MS = Date.UTC(2026, 0, 31);
const [OLD, NEW, NEWEST] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const PRODUCT = { tenantId: "ten_1", productId: "prod_1" };

type Noted = [id: string, digest: DigestRenewal | undefined];

/** An edge whose peppers are written as main writes them, with a key, a session and a token of one company. */
function edgeUnder(pepper: Uint8Array) {
  const shared = sharePeppers([pepper]);
  const noted: Noted[] = [];
  const peppers = openPeppers(shared.memory);
  const edge = new Credentials(peppers, (id, _address, _nowMs, digest) => noted.push([id, digest]));
  const key = makeApiKey("sandbox", randomBytes, pepper);
  const session = makeCredential("session", randomBytes, pepper);
  const token = makeCredential("pat", randomBytes, pepper);
  edge.apply({
    kind: "tenant",
    tenant: { tenantId: "ten_1", requireMfa: false, allowedCidrs: [] },
  });
  const member = { tenantId: "ten_1", userId: "usr_1", memberId: "mem_1", role: "owner" } as const;
  edge.apply({ kind: "member", member });
  edge.apply({
    kind: "product",
    product: {
      ...PRODUCT,
      name: "P",
      status: "active",
      liveActivated: false,
      createdAtMs: 0,
      updatedAtMs: 0,
      revision: 1,
      placement: { sandbox: 0, live: 0 },
    } as never,
  });
  edge.apply({ kind: "api_key", key: keyOf(key) });
  edge.apply({ kind: "session", session: { sessionId: "ses_1", ...personOf(session) } });
  edge.apply({ kind: "token", token: { tokenId: "pat_1", scopes: [], ...personOf(token) } });
  const write = (all: readonly Uint8Array[]) => shared.write(() => pepperTexts(all));
  return { edge, noted, key, session, token, write, peppers };
}

function keyOf({ apiKeyId, prefix, digest }: ReturnType<typeof makeApiKey>): KeyCredential {
  return {
    ...{ apiKeyId, prefix, digest, ...PRODUCT, environment: "sandbox", name: "k", scopes: [] },
    ...{ status: "active", origin: "cli", createdAtMs: 0, slot: 0 },
  };
}

function personOf({ identity, digest }: { identity: string; digest: string }): PersonCredential {
  const times = { createdAtMs: 0, expiresAtMs: NOW_MS * 2 };
  return { userId: "usr_1", tenantId: "ten_1", identity, digest, mfa: false, ...times };
}

const presented = (change: Partial<Presented>): Presented => ({
  ...{ audience: "api", authorization: undefined, sessionText: "", tenant: "" },
  address: new Uint8Array(4),
  ...change,
});

test("peppers rotated: a key, a session, a token of before -> taken, with the same CSRF token; a new digest is told for what lasts", () => {
  const { edge, noted, key, session, token, write } = edgeUnder(OLD);
  const ask = (change: Partial<Presented>, nowMs: number) => {
    const answer = edge.authenticate(presented(change), nowMs);
    assert.ok(!("refused" in answer), JSON.stringify(answer));
    return answer;
  };
  const asked = [
    { authorization: `Bearer ${key.text}` },
    { sessionText: session.text },
    { authorization: `Bearer ${token.text}` },
  ];
  const csrfTokenAt = (nowMs: number) => {
    const [, caller] = asked.map((change) => ask(change, nowMs));
    assert.ok(caller?.kind === "session");
    return caller.csrfToken;
  };
  const first = csrfTokenAt(NOW_MS);
  assert.ok(noted.every(([, digest]) => digest === undefined));
  for (const all of [
    [NEW, OLD],
    [NEWEST, NEW, OLD],
  ]) {
    noted.length = 0;
    write(all);
    const nowMs = NOW_MS + (all.length - 1) * USE_NOTED_MS;
    assert.equal(csrfTokenAt(nowMs), first);
    const renewed = (text: string, before: string) => ({
      before,
      after: digestOf(all[0] as Buffer, text),
    });
    assert.deepEqual(noted, [
      [key.apiKeyId, renewed(key.text, key.digest)],
      ["ses_1", undefined],
      ["pat_1", renewed(token.text, token.digest)],
    ]);
  }
  const renewed = { ...keyOf(key), digest: digestOf(NEWEST, key.text) };
  edge.apply({ kind: "api_key", key: renewed });
  noted.length = 0;
  ask(asked[0] ?? {}, NOW_MS + 9 * USE_NOTED_MS);
  assert.deepEqual(noted, [[key.apiKeyId, undefined]]);
});

test("peppers: one that is kept no more, one of another directory -> invalid_credentials for its texts, also where they were used before", () => {
  const { edge, session, token, write } = edgeUnder(OLD);
  const codeOf = (change: Partial<Presented>) => {
    const answer = edge.authenticate(presented(change), NOW_MS);
    return "refused" in answer ? answer.code : "";
  };
  const texts = [{ sessionText: session.text }, { authorization: `Bearer ${token.text}` }];
  assert.deepEqual(texts.map(codeOf), ["", ""]);
  write([NEW]);
  assert.deepEqual(texts.map(codeOf), ["invalid_credentials", "invalid_credentials"]);
  const stranger = makeApiKey("sandbox", randomBytes, NEW);
  assert.equal(codeOf({ authorization: `Bearer ${stranger.text}` }), "invalid_credentials");
});

test("peppers rotated: codes and challenges of before -> among the digests, and verified; new ones are under the current pepper", async () => {
  const { peppers, write } = edgeUnder(OLD);
  const codes = codeDigests(peppers);
  const [before] = [codes.digest("login 1", "123456")];
  const challenge = await newChallenge(
    derivedKeys(peppers, PROOF_KEY_LABEL)[0] as Buffer,
    NOW_MS,
    randomBytes,
    20,
  );
  write([NEW, OLD]);
  assert.deepEqual(codes.digests("login 1", "123456"), [codes.digest("login 1", "123456"), before]);
  const keys = derivedKeys(peppers, PROOF_KEY_LABEL);
  const payload = solveProof(challenge);
  assert.ok((await verifyProof(keys, payload, NOW_MS)) !== undefined);
  assert.equal(await verifyProof(keys.slice(0, 1), payload, NOW_MS), undefined);
});

test(`peppers: ${PEPPERS_MAX} -> all are seen; one more, or none -> invariant`, () => {
  const all = Array.from({ length: PEPPERS_MAX }, () => randomBytes(32));
  assert.equal(openPeppers(sharePeppers(all).memory).all.length, PEPPERS_MAX);
  assert.throws(() => sharePeppers([...all, OLD]), /room for all/);
  assert.throws(() => sharePeppers([]), /there is a pepper/);
});
