/** The carriers of what a shard owes outside of itself: to other shards, as mails, and to the store of entities' keys. */
import type { Carrier, Carriers } from "../contract/declare/effect.ts";
import type { MailOutcome, MailPayload, OwedMail } from "../contract/declare/mail.ts";
import { ENTITY_KEY_DESTRUCTION } from "../features/entity/entity_erasure.ts";
import { MAIL } from "../features/mail/mail_effect.ts";
import { COMPANY_TELLING } from "../features/platform/company_telling.ts";
import { CLOSING, TELLING } from "../features/platform/platform_telling.ts";
import { carrierOfDestructions } from "./entity_destruction.ts";
import { carrierOfTellings, type SentTelling } from "./teller.ts";

/** Where each goes; a promise resolves when it is done there. */
export type CarrierWays = {
  tell(telling: SentTelling): Promise<string>;
  mail(mail: OwedMail): Promise<MailOutcome>;
  destroyEntity(entityId: string): Promise<{ files: number }>;
  /** Resolves after so many milliseconds. */
  pause(ms: number): Promise<unknown>;
  /** Is told why an entity's key was not destroyed; it is tried again. */
  onNotDestroyed(cause: unknown): void;
};

export function shardCarriers(ways: CarrierWays): Carriers {
  const { pause, onNotDestroyed: onFailure } = ways;
  const telling = carrierOfTellings((told) => ways.tell(told), pause);
  const mail: Carrier = async ({ effectId, payload }) => ({
    outcome: await ways.mail({ ...(payload as MailPayload), effectId }),
  });
  const destroy = (entityId: string) => ways.destroyEntity(entityId);
  return new Map([
    [TELLING.kind, telling],
    [CLOSING.kind, telling],
    [COMPANY_TELLING.kind, telling],
    [MAIL.kind, mail],
    [ENTITY_KEY_DESTRUCTION.kind, carrierOfDestructions(destroy, { pause, onFailure })],
  ]);
}
