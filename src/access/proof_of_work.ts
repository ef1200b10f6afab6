/**
 * Proof of work: a small price that a browser pays before a sign-up, a log-in or a reset, so that
 * whoever tries a million pays it a million times. The first version of ALTCHA's protocol, by
 * `altcha-lib/v1`: somebody who has not solved this challenge finds a number from 0 to `cost` whose
 * SHA-256 behind `salt` is `challenge`.
 *
 *   salt:      32 hexadecimal digits, which are the challenge's id, then ?expires=SECONDS&
 *   challenge: SHA-256 of salt and number, in hexadecimal digits
 *   signature: HMAC-SHA-256 of the challenge under a key of the server
 *
 * Guarantees: the server remembers nothing of a challenge that is not solved; a text that is no
 * solution, of whatever form and size, is an answer and never an error, and costs at most one hash and
 * one HMAC for each key; times are those of the caller, never of a clock.
 * Does not know which solutions were used: the caller takes each `challengeId` once, and need not
 * remember it behind `expiresAtMs`.
 */
import { createChallenge } from "altcha-lib/v1";
import { invariant } from "../base/invariant.ts";
import { sameText } from "./api_key.ts";
import type { RandomBytes } from "./credential_text.ts";

/** The label of the key of challenges, for `derivedKey`. */
export const PROOF_KEY_LABEL = "proofs of work";
/**
 * The largest number of a challenge; on average a solution takes half as many hashes, which are some
 * 0.25 s of one core for a browser with the Web Crypto API (decisions/0063).
 */
export const PROOF_COST = 50_000;
/** How long a challenge can be solved (specification: 5 minutes). */
export const PROOF_LIFETIME_MS = 300_000;
/** The most characters of a solution; a solution of a challenge of this server has some 330. */
export const PROOF_LENGTH_MAX = 1_024;

/** A challenge as `auth.challenge.create` answers it. `expiresAt` is ISO 8601, a whole second. */
export type ProofChallenge = {
  algorithm: "SHA-256";
  challenge: string;
  salt: string;
  /** The largest number that has to be tried; ALTCHA's own name of it is `maxnumber`. */
  cost: number;
  expiresAt: string;
  signature: string;
};

/** A challenge that was solved, and until when its solution is taken. */
export type SolvedProof = { challengeId: string; expiresAtMs: number };

const ALGORITHM = "SHA-256";
const ID_BYTES = 16;
const SALT = /^([0-9a-f]{32})\?expires=([1-9][0-9]{0,11})&$/;
const HASH = /^[0-9a-f]{64}$/;
/** Padded base64, as `btoa` writes it. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * A new challenge, valid for 5 minutes from `nowMs`. `key`: 32 bytes. `cost` is smaller in tests only.
 */
export async function newChallenge(
  key: Uint8Array,
  nowMs: number,
  random: RandomBytes,
  cost: number = PROOF_COST,
): Promise<ProofChallenge> {
  const bytes = random(ID_BYTES + 4);
  invariant(bytes.length === ID_BYTES + 4, "the random source gives as many bytes as asked");
  const drawn = Buffer.from(bytes);
  const expires = new Date(Math.floor((nowMs + PROOF_LIFETIME_MS) / 1_000) * 1_000);
  const made = await createChallenge({
    algorithm: ALGORITHM,
    hmacKey: hmacKeyOf(key),
    salt: drawn.toString("hex", 0, ID_BYTES),
    // A bias of less than 1 in 80,000 makes no number worth trying first.
    number: drawn.readUInt32BE(ID_BYTES) % (cost + 1),
    expires,
  });
  const { challenge, salt, signature } = made;
  invariant(SALT.test(salt), "the library writes a salt as it is read here");
  const expiresAt = expires.toISOString();
  return { algorithm: ALGORITHM, challenge, salt, cost, expiresAt, signature };
}

/**
 * The challenge that `payload` solves; undefined where it solves none of these keys, or its time is over.
 * `payload` is what ALTCHA's clients send: base64 of the JSON of `{algorithm, challenge, number, salt,
 * signature}`. Other fields are not looked at.
 */
export async function verifyProof(
  keys: readonly Uint8Array[],
  payload: string,
  nowMs: number,
): Promise<SolvedProof | undefined> {
  const given = solutionIn(payload);
  if (given === undefined || nowMs >= given.expiresAtMs) return undefined;
  const { salt, number, challengeId, expiresAtMs } = given;
  let isSolved = false;
  for (const key of keys) {
    const hmacKey = hmacKeyOf(key);
    const own = await createChallenge({ algorithm: ALGORITHM, hmacKey, salt, number });
    const isChallenge = sameText(own.challenge, given.challenge);
    const isOurs = sameText(own.signature, given.signature);
    isSolved ||= isChallenge && isOurs;
  }
  return isSolved ? { challengeId, expiresAtMs } : undefined;
}

type Solution = SolvedProof & {
  challenge: string;
  salt: string;
  signature: string;
  number: number;
};

/** The fields of a payload whose form is right; undefined for every other text. */
function solutionIn(payload: string): Solution | undefined {
  if (payload.length > PROOF_LENGTH_MAX || !BASE64.test(payload)) return undefined;
  const fields = fieldsOf(Buffer.from(payload, "base64").toString("utf8"));
  if (fields === undefined) return undefined;
  const { algorithm, challenge, number, salt, signature } = fields;
  if (algorithm !== ALGORITHM || typeof salt !== "string") return undefined;
  if (typeof challenge !== "string" || typeof signature !== "string") return undefined;
  if (!HASH.test(challenge) || !HASH.test(signature)) return undefined;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 0) return undefined;
  const [, challengeId, seconds] = SALT.exec(salt) ?? [];
  if (challengeId === undefined || seconds === undefined) return undefined;
  const expiresAtMs = Number(seconds) * 1_000;
  return { challenge, salt, signature, number, challengeId, expiresAtMs };
}

/** The object that a JSON text is of; undefined where it is none. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The library takes a key as text. */
function hmacKeyOf(key: Uint8Array): string {
  invariant(key.length === 32, "the key of challenges has 32 bytes");
  return Buffer.from(key).toString("hex");
}
