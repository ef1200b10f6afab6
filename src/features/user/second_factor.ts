/** A code of the second factor: what a preparation sees in it, and what taking it leaves. */
import type { PreparationTools } from "../../contract/preparation.ts";
import { sameDigest } from "./one_time_code.ts";
import type { UserDocument, UserTotp } from "./user_document.ts";

/** A code against the factor that was seen; the code itself is not in it. */
export type SentFactor = {
  /** The sealed secret that the code was compared with; undefined where the person has no factor. */
  sealed?: string;
  /** The step of the authenticator's code; undefined for any other text. */
  step?: number;
  recoveryDigest: string;
};

export function sentFactor(
  tools: PreparationTools,
  user: UserDocument | undefined,
  code: string,
): SentFactor {
  const recoveryDigest = tools.recoveryDigest(code);
  if (user?.totp === undefined) return { recoveryDigest };
  const { sealed } = user.totp;
  const secret = tools.opened(sealed, user.userId);
  const step = secret === undefined ? undefined : tools.totpStep(secret, code);
  return { sealed, recoveryDigest, ...(step !== undefined && { step }) };
}

/**
 * The factor after the code was taken; undefined where the code is wrong or was taken before, or the
 * factor is another one than the preparation saw.
 */
export function afterCode(
  totp: UserTotp | undefined,
  { sealed, step, recoveryDigest }: SentFactor,
): UserTotp | undefined {
  if (totp === undefined || totp.sealed !== sealed) return undefined;
  if (step !== undefined && step > totp.lastStep) return { ...totp, lastStep: step };
  const left = totp.recoveryDigests.filter((digest) => !sameDigest(digest, recoveryDigest));
  if (left.length === totp.recoveryDigests.length) return undefined;
  return { ...totp, recoveryDigests: left };
}
