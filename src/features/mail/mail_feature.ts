/** Mails, which decisions of other features of the platform shard name as effects. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { MAIL_SETTLED, mailSettle } from "./mail.settle.ts";
import { MAIL } from "./mail_effect.ts";

export const mailFeature = {
  operations: [mailSettle],
  effects: [MAIL],
  facts: { [MAIL_SETTLED]: () => {} },
  eventsOf: { [MAIL_SETTLED]: noEvents },
} satisfies Feature<object>;
