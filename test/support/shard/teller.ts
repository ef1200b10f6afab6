/** For tests: tells stories (test/world/stories.ts) to the journal of a shard. */
import { type RealmNames, realmKeyOf } from "../../../src/contract/declare/principal.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import type { Command, Outcome } from "../../../src/shard/command.ts";
import { systemCommand } from "../../../src/shard/system_command.ts";
import { START_MS } from "../../world/callers.ts";
import { dueLoopOver } from "../../world/journal.ts";
import type { Acting, Input, Part, RealmNow, Reply } from "../../world/story.ts";
import type { OpenJournal } from "./open_journal.ts";

export type Teller = {
  /** The requests that follow run in this realm, which is opened when it is not open. */
  enter(names: RealmNames): void;
  /** The realm that was entered last. */
  realm(): RealmNow;
  /** Runs a request of a caller; returns the reply, or the refusal. */
  ask(operation: string, input: Input): Reply;
  /** Runs a request of the operator with the result of its `prepare`. */
  operate(operation: string, input: Input, prepared?: unknown, as?: Acting): Reply;
};

/** Tells a story to the end. */
export function tell({ enter, ask, operate }: Omit<Teller, "realm">, story: Part): void {
  let reply: Reply = {};
  for (let next = story.next(reply); next.done !== true; next = story.next(reply)) {
    const step = next.value;
    if ("enter" in step) enter(step.enter);
    else if (step.by === "caller") reply = ask(step.operation, step.input);
    else reply = operate(step.operation, step.input, step.prepared, step.as);
  }
}

/** A command that was run, and its outcome. */
export type Told = { command: Command; outcome: Outcome };

/** Runs requests on a journal; `told` has all commands so far, those of the clock too. */
export function tellerOf<S>(
  { journal }: Pick<OpenJournal<S>, "journal">,
  registry: ShardRegistry<S>,
): Teller & { told: Told[] } {
  const told: Told[] = [];
  let realmKey = "";
  const run = (command: Command): Outcome => {
    const outcome = journal.execute(command);
    told.push({ command, outcome });
    return outcome;
  };
  const nowMs = () => START_MS;
  const time = dueLoopOver({ journal, registry, nowMs, dueSlice: 64, run });
  const step = (command: Command): Reply => {
    const { body, place, facts } = run(command);
    time.touch(command.realm, facts);
    for (time.tend(); time.hasWork; time.tend()) time.runSlice();
    const answer = body ?? journal.answerOf(place);
    // Nothing is known of work that is under way still, but where it began.
    if (answer === undefined) return { place } as unknown as Reply;
    return (answer === "" ? {} : JSON.parse(answer)) as Reply;
  };
  const realm = () => {
    const opened = journal.realms.get(realmKey);
    if (opened === undefined) throw new Error("a story enters a realm first");
    return opened;
  };
  return {
    told,
    realm,
    enter(names) {
      realmKey = realmKeyOf(names);
      journal.openRealm(names, START_MS);
    },
    ask: (operation, input) =>
      step({
        ...systemCommand(operation, input, realm(), "platform", 0),
        ...{ requestId: `req_${told.length}`, principalId: "key_1", cause: "api" },
        // The only type of a caller that version 1 can hold: tests write stories as version 1 too.
        ...{ actorType: "operator", actorId: "key_1", idempotencyKey: keyOf(told.length) },
      }),
    operate: (operation, input, prepared, as) =>
      step({ ...systemCommand(operation, input, realm(), "platform", 0), prepared, ...as }),
  };
}

function keyOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
