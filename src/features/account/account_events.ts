/**
 * What is told of an account: one event for each thing that can happen to it, whichever operation it
 * happened in. An account that the platform opens for itself is nobody's news: no caller asked for it.
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

type AccountFact = Fact & { accountId: string };

const accountIdOf = ({ accountId }: AccountFact) => accountId;
const CREATED: readonly FactEvent[] = [eventOf("account.created", accountIdOf)];
const NOTHING: readonly FactEvent[] = [];

export const accountEvents: EventsByKind = {
  "account.created.1": (fact) => (isOfPlatform(fact as AccountCreated) ? NOTHING : CREATED),
  "account.updated.1": told("updated"),
  "account.closed.1": told("closed"),
  "account.frozen.1": told("frozen"),
  "account.unfrozen.1": told("unfrozen"),
};

function told(what: string): EventsOf {
  return oneEvent(`account.${what}`, accountIdOf);
}
