/** The preparation of writes that are audited and need nothing else from outside. */
import type { CallOrigin, PreparationTools } from "../../contract/declare/preparation.ts";

export async function originOf(
  _input: unknown,
  { from }: PreparationTools,
): Promise<{ from: CallOrigin }> {
  return { from };
}
