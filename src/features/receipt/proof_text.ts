/** The text of a proof as a value of its schema, and what says that a proof does not hold. */
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** The proof does not hold; the message says why in a sentence. */
export class ProofRefused extends Error {
  override readonly name = "ProofRefused";
}

/** Throws `ProofRefused` where the text is not JSON, or not of the schema. */
export function proofIn<T extends TSchema>(schema: T, text: string): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProofRefused(`the file is not JSON: ${(cause as Error).message}`, { cause });
  }
  const fault = Value.Errors(schema, value).First();
  if (fault === undefined) return value as Static<T>;
  throw new ProofRefused(`the file is no proof: ${fault.message} at ${fault.path || "its top"}`);
}
