/** A code of the second factor: what a preparation sees in it, and what taking it leaves. */
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { isDigestIn } from "./one_time_code.ts";
import type { UserTotp } from "./user_document.ts";

/** A code against the factor that was seen; the code itself is not in it. */
export type ComparedCode = {
  /** The sealed secret that the code was compared with; undefined where the person has no factor. */
  sealed?: string;
  /** The step of the authenticator's code; undefined for any other text. */
  step?: number;
  /** What the stored digest may be, if it is a recovery code. */
  recoveryDigests: readonly string[];
};

export function comparedCode(
  tools: PreparationTools,
  { userId, sealed }: { userId: string; sealed: string | undefined },
  code: string,
): ComparedCode {
  const guesses = tools.guessing();
  const recoveryDigests = guesses.recoveryDigests(code);
  if (sealed === undefined) return { recoveryDigests };
  const secret = tools.opened(sealed, userId);
  const step = secret === undefined ? undefined : guesses.totpStep(secret, code);
  return { sealed, recoveryDigests, ...(step !== undefined && { step }) };
}

/**
 * The factor after the code was taken; undefined where the code is wrong or was taken before, or the
 * factor is another one than the preparation saw.
 */
export function afterCode(
  totp: UserTotp | undefined,
  { sealed, step, recoveryDigests }: ComparedCode,
): UserTotp | undefined {
  if (totp === undefined || totp.sealed !== sealed) return undefined;
  if (step !== undefined && step > totp.lastStep) return { ...totp, lastStep: step };
  const left = totp.recoveryDigests.filter((digest) => !isDigestIn(digest, recoveryDigests));
  if (left.length === totp.recoveryDigests.length) return undefined;
  return { ...totp, recoveryDigests: left };
}
