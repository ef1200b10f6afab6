/**
 * The keys of entities, wrapped under the seal key of the directory. Why: decisions/0072.
 * Guarantees: a key opens only for the entity that it was made for, because its id is associated data
 * (AES-256-GCM, NIST SP 800-38D); a key that does not open is an error that names the entity, never
 * another key; no key leaves the memory of the process unwrapped.
 * Does not know where the wrapped keys are kept: threads give it the store.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { SEAL_KEY_BYTES, SEAL_NONCE_BYTES } from "../contract/records/sealing.ts";
import type { EntityKeys } from "./entity_sealer.ts";
import type { SealKey, SealKeys } from "./seal_keys.ts";

/** What a store has of an entity: nothing, a wrapped key, or that the key was destroyed. */
export type HeldKey = { kind: "none" } | { kind: "erased" } | { kind: "value"; value: Uint8Array };

/** A store of values of `WRAPPED_KEY_BYTES`; `wal/erasable_store.ts` is one. */
export type WrappedKeys = {
  read(entityId: string): HeldKey;
  /**
   * What is stored of the entity, on disk. Where nothing is stored, stores what `newValue` returns, which is called while
   * no other thread makes a value.
   */
  make(entityId: string, newValue: () => Uint8Array): HeldKey;
};

const CIPHER = "aes-256-gcm";
const KEY_ID_BYTES = 8;
const TAG_BYTES = 16;
/** Bytes of a wrapped key: the id of the seal key, a nonce, the encrypted key, and the tag. */
export const WRAPPED_KEY_BYTES = KEY_ID_BYTES + SEAL_NONCE_BYTES + SEAL_KEY_BYTES + TAG_BYTES;
const KEY_AT = KEY_ID_BYTES + SEAL_NONCE_BYTES;
const TAG_AT = KEY_AT + SEAL_KEY_BYTES;

/** A wrapped key did not open: its seal key is not there, or it is not the entity's. */
export class EntityKeyBroken extends Error {
  override readonly name = "EntityKeyBroken";
}

/** The keys of entities in a store. `store` is called at each use, so that a thread may open it at the first. */
export function entityKeysIn(
  store: () => WrappedKeys,
  seal: Pick<SealKeys, "all" | "current">,
): EntityKeys {
  const opened = (entityId: string, held: HeldKey) =>
    held.kind === "value" ? unwrapped(held.value, entityId, seal.all) : undefined;
  return {
    async made(entityId) {
      // The current seal key is read within, so that a rotation that has waited for the store misses none.
      const newValue = () => wrapped(randomBytes(SEAL_KEY_BYTES), entityId, seal.current);
      return opened(entityId, store().make(entityId, newValue));
    },
    find: (entityId) => opened(entityId, store().read(entityId)),
  };
}

/** The key of an entity, encrypted under the seal key for this entity: `WRAPPED_KEY_BYTES`. */
export function wrapped(key: Uint8Array, entityId: string, seal: SealKey): Uint8Array {
  const nonce = randomBytes(SEAL_NONCE_BYTES);
  const head = Buffer.concat([Buffer.from(seal.id, "hex"), nonce]);
  const cipher = createCipheriv(CIPHER, wrappingKey(seal), nonce);
  cipher.setAAD(Buffer.concat([head, Buffer.from(entityId)]));
  return Buffer.concat([head, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** The key of an entity out of its wrapped form. Throws `EntityKeyBroken` where no seal key of `seals` opens it. */
export function unwrapped(
  value: Uint8Array,
  entityId: string,
  seals: readonly SealKey[],
): Uint8Array {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  const sealId = sealKeyIdIn(bytes);
  const seal = seals.find(({ id }) => id === sealId);
  if (seal === undefined) {
    throw new EntityKeyBroken(
      `the key of ${entityId} is under ${sealId}, which is not in seal.key`,
    );
  }
  const nonce = bytes.subarray(KEY_ID_BYTES, KEY_AT);
  const cipher = createDecipheriv(CIPHER, wrappingKey(seal), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.concat([bytes.subarray(0, KEY_AT), Buffer.from(entityId)]));
  cipher.setAuthTag(bytes.subarray(TAG_AT));
  try {
    return Buffer.concat([cipher.update(bytes.subarray(KEY_AT, TAG_AT)), cipher.final()]);
  } catch (cause) {
    throw new EntityKeyBroken(`the key of ${entityId} was changed, or is that of another`, {
      cause,
    });
  }
}

/** The key of the entity, wrapped anew under the current seal key. */
export function rewrapped(
  value: Uint8Array,
  entityId: string,
  { all, current }: Pick<SealKeys, "all" | "current">,
): Uint8Array {
  return wrapped(unwrapped(value, entityId, all), entityId, current);
}

/** Id of the seal key that a key is wrapped under. */
export function sealKeyIdIn(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, KEY_ID_BYTES).toString("hex");
}

/** The key that follows from a seal key for one purpose alone: to wrap keys of entities. */
function wrappingKey({ bytes }: SealKey): Uint8Array {
  return Buffer.from(hkdfSync("sha256", bytes, "", "keys of entities v1", SEAL_KEY_BYTES));
}
