/**
 * The events of an account: one for each thing that can happen to it, in whichever operation it
 * happened. An account that the platform opens for itself has no event, because no caller asked for
 * it.
 */
import {
  type EventsByKind,
  type EventsOf,
  eventOf,
  type FactEvent,
  oneEvent,
} from "../../contract/event.ts";
import type { Fact } from "../../contract/record.ts";
import { type AccountCreated, isOfPlatform } from "./account_facts.ts";
import { FREEZE_NOTED } from "./private_note.ts";

type AccountFact = Fact & { accountId: string };

const accountIdOf = ({ accountId }: AccountFact) => accountId;
const CREATED: readonly FactEvent[] = [eventOf("account.created", accountIdOf)];
const NO_EVENTS: readonly FactEvent[] = [];

export const accountEvents: EventsByKind = {
  "account.created.1": (fact) => (isOfPlatform(fact as AccountCreated) ? NO_EVENTS : CREATED),
  "account.updated.1": eventNamed("updated"),
  "account.closed.1": eventNamed("closed"),
  "account.frozen.1": eventNamed("frozen"),
  "account.unfrozen.1": eventNamed("unfrozen"),
  [FREEZE_NOTED]: () => NO_EVENTS,
};

function eventNamed(what: string): EventsOf {
  return oneEvent(`account.${what}`, accountIdOf);
}
