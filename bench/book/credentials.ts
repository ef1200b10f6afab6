/**
 * The texts of the credentials that `people.ts` makes: each follows from its number, so a process that
 * did not make a directory can still present them.
 */
import { createHash } from "node:crypto";
import { makeApiKey } from "../../src/access/api_key.ts";
import { makeCredential } from "../../src/access/credential_text.ts";
import type { NewApiKey, NewCredential } from "../../src/contract/declare/preparation.ts";

/** The sandbox key with the number, from 0. `pepper`: of the data directory. */
export function keyAt(at: number, pepper: Uint8Array): NewApiKey {
  return makeApiKey("sandbox", bytesFrom(`key ${at}`), pepper);
}

/** The browser session with the number, from 0. */
export function sessionAt(at: number, pepper: Uint8Array): NewCredential {
  return makeCredential("session", bytesFrom(`session ${at}`), pepper);
}

/** As many bytes as are asked for, others at each call, which follow from the seed. */
function bytesFrom(seed: string): (length: number) => Uint8Array {
  let call = 0;
  return (length) => createHash("sha512").update(`${seed} ${call++}`).digest().subarray(0, length);
}
