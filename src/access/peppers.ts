/**
 * The peppers of a data directory, in memory that all threads share: the current one, under which every new
 * digest is made, and earlier ones, under which older digests still are (decisions/0105).
 */
import { invariant } from "../base/invariant.ts";
import { SharedValue } from "../base/shared_value.ts";
import { PEPPER_BYTES } from "./credential_text.ts";

/** Peppers of 32 bytes each, the current one first. The array is the same object until a rotation. */
export type Peppers = { readonly all: readonly Uint8Array[] };

/** The most peppers that are kept: whoever presents an unknown text is compared under each. */
export const PEPPERS_MAX = 16;

/** Bytes of the memory: each pepper is a text of 44 characters in JSON. */
const MEMORY_BYTES = 64 * PEPPERS_MAX;

/** The peppers in memory: `SharedValue` of their texts in base64. */
export type SharedPeppers = SharedValue<readonly Uint8Array[]>;

/** New shared memory with these peppers, at most `PEPPERS_MAX`, the current one first. */
export function sharePeppers(all: readonly Uint8Array[]): SharedPeppers {
  return SharedValue.of(pepperTexts(all), peppersIn, MEMORY_BYTES);
}

/** The peppers as another thread sees them. `memory`: of `SharedPeppers`. */
export function openPeppers(memory: SharedArrayBuffer): Peppers {
  const shared = new SharedValue(memory, peppersIn);
  return {
    get all() {
      return shared.value;
    },
  };
}

/** What a `SharedPeppers` is written with. */
export function pepperTexts(all: readonly Uint8Array[]): string[] {
  invariant(all.length > 0 && all.length <= PEPPERS_MAX, "there is a pepper, and room for all");
  return all.map((pepper) => Buffer.from(pepper).toString("base64"));
}

/** The pepper under which new digests are made, 32 bytes. */
export function currentPepper({ all: [current] }: Peppers): Uint8Array {
  invariant(current !== undefined, "there is a current pepper");
  return current;
}

function peppersIn(json: unknown): readonly Uint8Array[] {
  const all = (json as string[]).map((text) => Uint8Array.from(Buffer.from(text, "base64")));
  invariant(
    all.every(({ length }) => length === PEPPER_BYTES),
    "a pepper has 32 bytes",
  );
  return all;
}
