/**
 * Passwords at rest: argon2id (RFC 9106) by `@node-rs/argon2`, which hashes in the pool of threads of
 * libuv and so blocks no thread of the server.
 * Guarantees: nothing here throws or rejects because of what a person sent or what is stored; a person
 * who is unknown costs the same work as one whose password is wrong.
 * Does not bound the length of a password: the schemas of `contract/values/password.ts` do, before this.
 */
import { hash, verify } from "@node-rs/argon2";
import { normalisedPassword } from "../contract/values/password.ts";

/** What a hash costs: KiB of memory, passes over it, and threads. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** The cost that the specification prefers (OWASP, Password Storage: 46 MiB with one pass). */
export const PASSWORD_COST: HashCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** A cost for tests that make many hashes and do not look at their price. */
export const TEST_COST: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The value of `Algorithm.Argon2id`: its enum is const and declared only. */
const ARGON2ID = 2;

/** The hash of a password as PHC text, `$argon2id$v=19$m=…`, with a random salt of its own. */
export function hashPassword(text: string, cost: HashCost = PASSWORD_COST): Promise<string> {
  return hash(bytesOf(text), { ...cost, algorithm: ARGON2ID });
}

/**
 * Whether `stored` is the hash of the password. `undefined` stands for a person who is not there: it
 * takes the same work as a stored hash of `cost`, and the answer is false. A stored text that is no hash
 * is treated as a person who is not there.
 */
export async function verifyPassword(
  stored: string | undefined,
  text: string,
  cost: HashCost = PASSWORD_COST,
): Promise<boolean> {
  if (stored !== undefined) {
    try {
      return await verify(stored, bytesOf(text));
    } catch {
      // The text is no hash, which is told after the work of one, as for a person who is not there.
    }
  }
  // To hash is the work of a comparison: both fill the memory once.
  await hashPassword(text, cost);
  return false;
}

/** UTF-8 of the normalised text; half of a surrogate pair becomes U+FFFD. */
function bytesOf(text: string): Buffer {
  return Buffer.from(normalisedPassword(text), "utf8");
}
