/**
 * Work that goes on after its record: who waits for its ending is answered after the command that made the
 * ending known, and a request that comes again resumes work whose ending is unknown.
 * Guarantees: a command costs no more than the requests that wait for the records that it continues or whose work its facts
 * end, however many wait for others; an answer stands in the open group, behind the record that it rests on.
 */
import type { Place } from "../base/id.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { REALM_RENEWED } from "../contract/records/realm_document.ts";
import type { Command, Outcome } from "./command.ts";
import type { Journal } from "./journal.ts";
import type { ReplyGroups } from "./reply_groups.ts";

export type EndingsParts<S> = {
  journal: Pick<Journal<S>, "answers" | "recordAt">;
  registry: Pick<ShardRegistry<S>, "operations" | "ends">;
  replies: Pick<ReplyGroups, "hasParked" | "isParkedAt" | "unpark" | "refuseParked">;
};

export class Endings<S> {
  readonly #parts: EndingsParts<S>;

  constructor(parts: EndingsParts<S>) {
    this.#parts = parts;
  }

  /** Called after every command, whoever asked for it. */
  follow({ operation, input, realm }: Command, { facts }: Pick<Outcome, "facts">): void {
    const { replies, registry } = this.#parts;
    if (!replies.hasParked) return;
    // Time stands still in a realm that another has taken the place of: its work may never end.
    if (facts[0]?.kind === REALM_RENEWED) replies.refuseParked(realm.number);
    const place = registry.operations.get(operation)?.continues?.(input);
    if (place !== undefined) this.tell(place);
    for (const fact of facts) {
      const ended = registry.ends?.get(fact.kind)?.(fact);
      if (ended !== undefined && ended !== place) this.tell(ended);
    }
  }

  /** Answers who waits for the work of the record at `place`, if it has ended, or nobody knows how. */
  tell(place: Place): void {
    const { replies, journal } = this.#parts;
    if (!replies.isParkedAt(place)) return;
    const { answers } = journal;
    const record = journal.recordAt(place);
    const standing = answers.standingOf(record);
    const { status, body, unknown } = standing;
    if (body === undefined && unknown === undefined) return;
    const { operation } = record;
    const textFor = (requestId: string) => answers.textOf(standing, { operation, requestId }) ?? "";
    replies.unpark(place, { status, isUnknown: unknown !== undefined, textFor });
  }
}

/**
 * The outcome of a command, after what it resumes has run by `run`. Never decides the command itself
 * again.
 */
export function resumed<S>(
  journal: Pick<Journal<S>, "answerAgain">,
  command: Command,
  outcome: Outcome,
  run: (resumption: Command) => void,
): Outcome {
  if (outcome.resumption === undefined) return outcome;
  run(outcome.resumption);
  return { ...journal.answerAgain(command, outcome.place), resumption: undefined };
}
