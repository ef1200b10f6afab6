/**
 * What a shard does with each kind of fact: which change the fact makes, and which events it has. One
 * look-up by kind serves both.
 */
import { invariant } from "../base/invariant.ts";
import { type EventsOf, noEvents } from "../contract/declare/event.ts";
import type { Apply } from "../contract/declare/operation.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import type { Fact, RecordHead } from "../contract/records/record.ts";

/** The change that a fact of the shard room makes to the shard's own tables. */
export type OwnChange = (fact: Fact, head: RecordHead) => void;

/** The realms of the shard. */
type Realms = { isRetired(number: number): boolean };

/** How many events a record has, and whether none of them needs an entry in an index. */
export type EventCount = { readonly count: number; readonly areDense: boolean };
const NO_EVENTS: EventCount = { count: 0, areDense: true };
const ONE_DENSE: EventCount = { count: 1, areDense: true };

type Rule<S> = { own: OwnChange | undefined; apply: Apply<S> | undefined; eventsOf: EventsOf };

const OF_NOBODY = { own: undefined, apply: undefined, eventsOf: noEvents };

export class FactRules<S> {
  readonly #rules = new Map<string, Rule<S>>();
  readonly #realms: Realms;

  /**
   * `own`: changes by kind of fact of the shard room itself, made in this order where several are of one kind; a
   * feature may apply the same kinds.
   */
  constructor(
    { apply, events }: Pick<ShardRegistry<S>, "apply" | "events">,
    own: readonly Readonly<Record<string, OwnChange>>[],
    realms: Realms,
  ) {
    this.#realms = realms;
    for (const [kind, change] of apply) {
      const eventsOf = events.get(kind);
      invariant(eventsOf !== undefined, `what is told of the fact ${kind} is declared`);
      this.#rules.set(kind, { own: undefined, apply: change, eventsOf });
    }
    for (const [kind, change] of own.flatMap((changes) => Object.entries(changes))) {
      const { own: before, apply, eventsOf } = this.#rules.get(kind) ?? OF_NOBODY;
      this.#rules.set(kind, { own: inTurn(before, change), apply, eventsOf });
    }
  }

  /** The number of events of all the facts together; 0 in a retired realm, which has no listeners. */
  countEvents({ realm, facts }: { realm: number; facts: readonly Fact[] }): EventCount {
    let count = 0;
    let areDense = true;
    if (this.#realms.isRetired(realm)) return NO_EVENTS;
    for (const fact of facts) {
      for (const event of this.#ruleOf(fact).eventsOf(fact)) {
        count++;
        if (event.isDense !== true) areDense = false;
      }
    }
    return count === 1 && areDense ? ONE_DENSE : { count, areDense };
  }

  readonly eventsOf: EventsOf = (fact) => this.#ruleOf(fact).eventsOf(fact);

  /** `opened`: the realm that the fact opens, if it opens one. */
  apply(state: S, fact: Fact, head: RecordHead, opened: number | undefined): void {
    const { own, apply } = this.#ruleOf(fact);
    own?.(fact, head);
    apply?.(state, fact, head, opened);
  }

  #ruleOf({ kind }: Fact): Rule<S> {
    const rule = this.#rules.get(kind);
    if (rule === undefined) throw new Error(`this version does not know the fact ${kind}`);
    return rule;
  }
}

/** One change that makes both; most facts have one alone, and a transfer none. */
function inTurn(before: OwnChange | undefined, change: OwnChange): OwnChange {
  if (before === undefined) return change;
  return (fact, head) => {
    before(fact, head);
    change(fact, head);
  };
}
