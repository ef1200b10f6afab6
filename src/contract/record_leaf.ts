/**
 * A record as a leaf of its log's Merkle tree. The leaf binds every byte of the record, but in two
 * parts, so that one can be shown without the other:
 *
 *   head         the bytes before the facts: time, operation, request, credential, key, digest, status
 *   body         the rest: facts and reply, with amounts, balances, personal data
 *   commitment   SHA-256(salt || body)
 *   leaf hash    SHA-256(0x00 || head || commitment)
 *
 * The salt has 16 bytes that nobody can guess without the secret beside the data: it is the
 * AES-256 encryption of the record's place (frame and index, 8 bytes each, big endian) under the
 * key of its log, HKDF-SHA-256(secret, salt: log id, info: "record salt 1"). So a sibling's hash in
 * a proof tells nothing of the record behind it, and a head tells nothing of its body; and the salt
 * of one record, once shown, tells nothing of another's.
 */
import { createCipheriv, hash, hkdfSync } from "node:crypto";
import { frameOf, indexOf, type Place } from "../base/id.ts";
import { HASH_BYTES, leafHash } from "../base/merkle.ts";
import { recordHeadBytes } from "./record_codec.ts";

export const SALT_BYTES = 16;

/** A record taken apart. `head` and `body` are views of the record's bytes. */
export type RecordLeaf = {
  /** Id of the log, 32 hexadecimal digits. */
  logId: string;
  head: Uint8Array;
  salt: Uint8Array;
  body: Uint8Array;
  commitment: Uint8Array;
  hash: Uint8Array;
};

/** The key of a log's salts, derived from the secret of the data directory. */
export function saltKeyOf(secret: Uint8Array, logId: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, logId, "record salt 1", 32));
}

/** The salts of the first `count` records of a frame, back to back. */
export function saltsOf(saltKey: Uint8Array, frame: number, count: number): Buffer {
  return encryptedPlaces(saltKey, frame, 0, count);
}

export function commitmentOf(salt: Uint8Array, body: Uint8Array): Buffer {
  return hash("sha256", Buffer.concat([salt, body]), "buffer");
}

export function recordLeafHash(head: Uint8Array, commitment: Uint8Array): Buffer {
  return leafHash(Buffer.concat([head, commitment]));
}

/** The leaf of the record at `place`, whose bytes are `record`. */
export function recordLeaf(
  record: Uint8Array,
  place: Place,
  { saltKey, logId }: { saltKey: Uint8Array; logId: string },
): RecordLeaf {
  const headBytes = recordHeadBytes(record);
  const head = record.subarray(0, headBytes);
  const body = record.subarray(headBytes);
  const salt = encryptedPlaces(saltKey, frameOf(place), indexOf(place), 1);
  const commitment = commitmentOf(salt, body);
  return { logId, head, salt, body, commitment, hash: recordLeafHash(head, commitment) };
}

/**
 * Writes the hash of a record's leaf into a row of hashes: the same hash as in `recordLeaf`, but
 * fast enough for millions of records.
 */
export type LeafHasher = (record: Uint8Array, salts: Buffer, index: number, into: LeafRow) => void;
export type LeafRow = { bytes: Buffer; at: number };

/**
 * A leaf hasher with a buffer of its own: it allocates nothing for a digest and copies the record
 * only once. Costs 1.0 us for a record of 300 bytes, where `recordLeaf` costs 11 us; 7 us of these
 * are for the cipher, which a caller of this hasher runs once for a whole frame.
 */
export function createLeafHasher(): LeafHasher {
  let buffer = Buffer.alloc(4_096);
  return (record, salts, index, into) => {
    const headBytes = recordHeadBytes(record);
    const needed = SALT_BYTES + record.length + 1 + HASH_BYTES;
    if (buffer.length < needed) buffer = Buffer.alloc(2 * needed);
    salts.copy(buffer, 0, index * SALT_BYTES, (index + 1) * SALT_BYTES);
    buffer.set(record.subarray(headBytes), SALT_BYTES);
    const committed = buffer.subarray(0, SALT_BYTES + record.length - headBytes);
    const commitment = hash("sha256", committed, "binary");
    buffer[0] = 0;
    buffer.set(record.subarray(0, headBytes), 1);
    buffer.write(commitment, 1 + headBytes, HASH_BYTES, "binary");
    const leaf = hash("sha256", buffer.subarray(0, 1 + headBytes + HASH_BYTES), "binary");
    into.bytes.write(leaf, into.at, HASH_BYTES, "binary");
  };
}

/** The places of records, encrypted: AES in counter mode over zeros encrypts the counter. */
function encryptedPlaces(saltKey: Uint8Array, frame: number, index: number, count: number): Buffer {
  const counter = Buffer.alloc(16);
  counter.writeBigUInt64BE(BigInt(frame), 0);
  counter.writeBigUInt64BE(BigInt(index), 8);
  const cipher = createCipheriv("aes-256-ctr", saltKey, counter);
  return cipher.update(Buffer.alloc(count * SALT_BYTES));
}
