/** What a decision names for a mail to be sent. */
import { invariant } from "../../base/invariant.ts";
import type { Effect, EffectKind } from "../../contract/declare/effect.ts";
import {
  hasKeys,
  MAIL_TEMPLATES,
  type MailPayload,
  type MailTemplate,
  type MailValues,
} from "../../contract/declare/mail.ts";

/** The most mails of a shard that are with the carrier: also those that wait for a further attempt. */
export const MAILS_UNDER_WAY_MAX = 10_000;

/** The caller does not wait. The outcome is a record of the effect's realm. */
export const MAIL: EffectKind = {
  kind: "mail",
  settledBy: "mail.settle",
  cause: "platform",
  underWayMax: MAILS_UNDER_WAY_MAX,
};

export type MailDraft<T extends MailTemplate> = {
  /** The canonical address of the person. */
  to: string;
  template: T;
  values: MailValues<T>;
  /** The preparation's `tools.sealed(mailSecretsText(template, …), to)`; of templates with secrets. */
  sealed?: string | undefined;
  /** When the code or the link ends, milliseconds UTC. */
  expiresAtMs?: number | undefined;
};

/** The effect of a mail. Throws where the draft has not exactly what its template says. */
export function mailTo<T extends MailTemplate>(draft: MailDraft<T>): Effect {
  const { to, template, values, sealed, expiresAtMs } = draft;
  const says = MAIL_TEMPLATES[template];
  invariant(hasKeys(values, says.values), "a mail has the values of its template");
  invariant(
    (sealed !== undefined) === says.secrets.length > 0,
    "a mail has sealed secrets where its template has secrets",
  );
  const payload: MailPayload = {
    to,
    template,
    values,
    ...(sealed !== undefined && { sealed }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
  return { kind: MAIL.kind, payload };
}
