/** The carriers of what a shard owes outside of itself: to other shards, as mails, to the store of entities' keys, and as files of exports. */
import type { Carrier, Carriers } from "../contract/declare/effect.ts";
import type { MailOutcome, MailPayload, OwedMail } from "../contract/declare/mail.ts";
import { BENEFICIARY_KEY_DESTRUCTION } from "../features/beneficiary/beneficiary_erasure.ts";
import { ENTITY_KEY_DESTRUCTION } from "../features/entity/entity_erasure.ts";
import { MAIL } from "../features/mail/mail_effect.ts";
import { COMPANY_TELLING } from "../features/platform/company_telling.ts";
import { CLOSING, TELLING } from "../features/platform/platform_telling.ts";
import { RETIRED_KEYS } from "../features/platform/retired_keys.ts";
import {
  STATEMENT_EXPORT_MAKING,
  type StatementExportMaking,
} from "../features/statement_export/statement_export_making.ts";
import { carrierOfBeneficiaries, carrierOfEntities, carrierOfRetired } from "./key_destruction.ts";
import { carrierOfTellings, type SentTelling } from "./teller.ts";

/** Where each goes; a promise resolves when it is done there. */
export type CarrierWays = {
  tell(telling: SentTelling): Promise<string>;
  mail(mail: OwedMail): Promise<MailOutcome>;
  /** `owner`: an entity, or the name of the key of a beneficiary, which has no files. */
  destroyOwner(owner: string): Promise<{ files: number }>;
  /** `realm`: the number of one that is retired. */
  destroyOfRetired(realm: number): Promise<{ keys: number; files: number }>;
  /** Makes the file of an export of a statement; resolves with what came of it, and tries for as long as it takes. */
  makeExport(making: StatementExportMaking): Promise<Record<string, unknown>>;
  /** Resolves after so many milliseconds. */
  pause(ms: number): Promise<unknown>;
  /** Is told why a key was not destroyed; it is tried again. */
  onNotDestroyed(cause: unknown): void;
};

export function shardCarriers(ways: CarrierWays): Carriers {
  const { pause, onNotDestroyed: onFailure } = ways;
  const telling = carrierOfTellings((told) => ways.tell(told), pause);
  const mail: Carrier = async ({ effectId, payload }) => ({
    outcome: await ways.mail({ ...(payload as MailPayload), effectId }),
  });
  const exporting: Carrier = async ({ payload }) => {
    const making = payload as StatementExportMaking;
    return { statementExportId: making.statementExportId, ...(await ways.makeExport(making)) };
  };
  const retried = {
    destroy: (owner: string) => ways.destroyOwner(owner),
    destroyOfRetired: (realm: number) => ways.destroyOfRetired(realm),
    pause,
    onFailure,
  };
  return new Map([
    [TELLING.kind, telling],
    [CLOSING.kind, telling],
    [COMPANY_TELLING.kind, telling],
    [MAIL.kind, mail],
    [ENTITY_KEY_DESTRUCTION.kind, carrierOfEntities(retried)],
    [BENEFICIARY_KEY_DESTRUCTION.kind, carrierOfBeneficiaries(retried)],
    [RETIRED_KEYS.kind, carrierOfRetired(retried)],
    [STATEMENT_EXPORT_MAKING.kind, exporting],
  ]);
}
