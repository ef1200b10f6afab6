/**
 * An object of one Build as an object of the next, or why it cannot become one. A migration is no action: it moves
 * no money, asks nobody, makes no rows of schedules, and enters no state in the sense of `on`.
 *
 * What is settled here: fields that the migration does not name keep their values; subject and currency stay; a
 * remainder keeps what is left, and one that is new begins as it does when an object is made; sums of the scope
 * `self` are kept by name; what is counted and measured changes by what the object adds under each of the programs.
 */
import { refuse } from "../../contract/refusals/refusal.ts";
import { checkCap as checkAggregateCap } from "./aggregate_check.ts";
import type { CompiledMigration } from "./compiled_migration.ts";
import type { CompiledLimit } from "./compiled_program.ts";
import { accountOf, type CompiledAggregate, Evaluation } from "./evaluation.ts";
import { checkCap as checkLimitCap, measuredOf } from "./limit_check.ts";
import { migratedFields } from "./migrated_fields.ts";
import type { ObjectRecord } from "./object_record.ts";
import type { Outcome } from "./outcome.ts";
import { checkReferences } from "./reference_check.ts";
import { nounRetired } from "./refusals.ts";
import { type Refused, refusalOr, stop, stopAt } from "./refused.ts";
import { checkPartitions } from "./requirement_check.ts";
import type { AggregateKey, ClaimKey, LimitKey, World } from "./world.ts";

/** The effects of a migration on one object, which the caller carries out as one step. */
export type Migrated = Pick<
  Outcome,
  "object" | "aggregates" | "limits" | "claimed" | "released" | "ownAccounts"
>;

/**
 * `object` is of the Build before. `digest`: that of the Build after. `opened`: the names of the own accounts that
 * the object has. Gives a refusal where the object cannot be one of the program.
 */
export function migrateObject(
  migration: CompiledMigration,
  object: ObjectRecord,
  { digest, opened }: { digest: string; opened: readonly string[] },
  world: World,
): Migrated | Refused["refusal"] {
  return refusalOr(() => new Migration(migration, object, world).outcome(digest, opened));
}

class Migration {
  readonly #migration: CompiledMigration;
  readonly #object: ObjectRecord;
  readonly #world: World;
  readonly #before: Evaluation;

  constructor(migration: CompiledMigration, object: ObjectRecord, world: World) {
    this.#migration = migration;
    this.#object = object;
    this.#world = world;
    this.#before = new Evaluation({ noun: migration.from, world }, object);
  }

  outcome(digest: string, opened: readonly string[]): Migrated {
    const { to, states } = this.#migration;
    const object = this.#object;
    if (this.#world.isRetired(to.kind)) stop(nounRetired(to.kind));
    const state = states.get(object.state) ?? object.state;
    const fields = migratedFields(this.#migration, this.#before);
    const draft: ObjectRecord = {
      ...object,
      digest,
      state,
      revision: object.revision + 1,
      fields,
      sums: keptOf(object.sums, ofSelf(to.aggregates)),
      rounds: keptOf(object.rounds, to.schedules),
    };
    const call = this.#evaluationOf(draft);
    this.#checkFixed(call);
    const claims = this.#claims(draft);
    checkPartitions(call, to);
    const after = { ...draft, remainders: this.#remainders(call) };
    const aggregates = this.#aggregates(after);
    const limits = this.#limits(after);
    this.#checkDrained(state, opened);
    const lacking = to.own.filter(({ name }) => !opened.includes(name));
    const ownAccounts = lacking.map(({ name }) => ({ name, currency: call.currency }));
    return { object: after, aggregates, limits, ...claims, ownAccounts };
  }

  #evaluationOf(object: ObjectRecord): Evaluation {
    return new Evaluation({ noun: this.#migration.to, world: this.#world }, object);
  }

  /**
   * Stops where the migration would change the subject or the currency, which own accounts, totals and consents have
   * too.
   */
  #checkFixed(call: Evaluation): void {
    const { to } = this.#migration;
    const { currency, subject } = this.#object;
    if (to.currency !== undefined && to.currency(call) !== currency) {
      stopAt("field_range", `the currency of the object would be another than ${currency}`);
    }
    if (to.subject !== undefined && call.fields.get(to.subject.field) !== subject) {
      stopAt("field_range", `fields.${to.subject.field} would be another subject than ${subject}`);
    }
  }

  /**
   * References that have another value are checked as if they were given now, and those that are claimed from now on. A
   * claim that is kept is not looked at again: what it names may have moved on since.
   */
  #claims({ fields, ...rest }: ObjectRecord): Pick<Outcome, "claimed" | "released"> {
    const { from, to } = this.#migration;
    const object = this.#object;
    const isOther = (name: string) => fields.get(name) !== object.fields.get(name);
    const given = to.references.filter(({ name }) => isOther(name));
    const held = from.references.flatMap(({ name: field }) => {
      const objectId = object.fields.get(field);
      if (typeof objectId !== "string") return [];
      const claim: ClaimKey = { kind: object.kind, field, objectId };
      return this.#world.claimedBy(claim) === object.objectId ? [claim] : [];
    });
    const isClaimed = (name: string) => held.some(({ field }) => field === name);
    const wasOfCreation = new Set(from.claimedAtCreation.map(({ name }) => name));
    const isOfCreation = new Set(to.claimedAtCreation.map(({ name }) => name));
    const exclusive = to.references.filter(({ source }) => source.exclusive === true);
    const isNew = (name: string) => isOfCreation.has(name) && !wasOfCreation.has(name);
    const taken = exclusive.filter(
      ({ name }) => fields.has(name) && (isClaimed(name) ? isOther(name) : isNew(name)),
    );
    const owner = { ...rest, fields };
    const claimed = checkReferences(owner, { given, values: fields, taken }, this.#world);
    const released = held.filter(
      ({ field, objectId }) =>
        fields.get(field) !== objectId || !exclusive.some(({ name }) => name === field),
    );
    return { claimed, released };
  }

  #remainders(call: Evaluation): ObjectRecord["remainders"] {
    const { remainders } = this.#object;
    return new Map(
      this.#migration.to.remainders.map(({ name, start }) => [
        name,
        remainders.get(name) ?? start(call),
      ]),
    );
  }

  /** The changes of the aggregates: without the object as it was, and with the object as it is after the migration. */
  #aggregates(after: ObjectRecord): Outcome["aggregates"] {
    const { from, to } = this.#migration;
    const call = this.#evaluationOf(after);
    const changes = new Changes<AggregateKey & { change: bigint }>();
    for (const each of from.aggregates) {
      if (!each.isCount || !each.counts(this.#object.state)) continue;
      const key = { ...this.#before.aggregateKey(each), scope: scopeOf(this.#before, each) };
      changes.add({ ...key, change: -1n });
    }
    const counted = new Map<string, CompiledAggregate>();
    for (const each of to.aggregates) {
      if (!each.isCount || !each.counts(after.state)) continue;
      const key = { ...call.aggregateKey(each), scope: scopeOf(call, each) };
      counted.set(changes.add({ ...key, change: 1n }), each);
    }
    for (const [text, aggregate] of counted) {
      const { change } = changes.at(text);
      if (change > 0n) checkAggregateCap(call, aggregate, change);
    }
    return changes.all.filter(({ scope, change }) => scope !== OF_SELF && change !== 0n);
  }

  #limits(after: ObjectRecord): Outcome["limits"] {
    const { before, after: program } = this.#migration;
    const changes = new Changes<LimitKey & { change: bigint }>();
    const balanceOf = (name: string) => this.#balance(name);
    for (const { limit, scope, amount } of measuredOf(before, this.#object, balanceOf)) {
      changes.add({ name: limit.name, scope, change: -amount });
    }
    const measured = new Map<string, CompiledLimit>();
    for (const { limit, scope, amount } of measuredOf(program, after, balanceOf)) {
      measured.set(changes.add({ name: limit.name, scope, change: amount }), limit);
    }
    for (const [text, limit] of measured) {
      const { scope, change } = changes.at(text);
      if (change > 0n) checkLimitCap({ world: this.#world }, limit, scope, change);
    }
    return changes.all.filter(({ change }) => change !== 0n);
  }

  /** Stops where an own account has money that must be empty: the program lacks it, or the next state requires it. */
  #checkDrained(state: string, opened: readonly string[]): void {
    const { to } = this.#migration;
    const isEntered = state !== this.#object.state;
    for (const name of opened) {
      const own = to.own.find((each) => each.name === name);
      const mustBeEmpty = own === undefined || (isEntered && own.drainBefore.has(state));
      const balance = mustBeEmpty ? this.#balance(name) : 0n;
      if (balance === 0n) continue;
      const accountId = this.#world.accountIdOf(this.#account(name));
      const message = `${name} holds ${balance} ${this.#object.currency}; it must be empty before the object is migrated`;
      stop(refuse("noun_account_not_drained", message, { accountId, balance: String(balance) }));
    }
  }

  #balance(name: string): bigint {
    const account = this.#account(name);
    // What payouts have reserved is still there.
    return this.#world.balance(account) + this.#world.reserved(account);
  }

  #account(name: string) {
    return accountOf(this.#object, name, this.#before.currency);
  }
}

const OF_SELF = "self";

/** A count of the object alone has no total; its scope is no id of a customer. */
function scopeOf(call: Evaluation, aggregate: CompiledAggregate): string {
  return aggregate.scope === "self" ? OF_SELF : call.aggregateKey(aggregate).scope;
}

function ofSelf(aggregates: readonly CompiledAggregate[]): readonly CompiledAggregate[] {
  return aggregates.filter(({ scope, isCount }) => scope === "self" && !isCount);
}

/** The values whose names are among `named`. */
function keptOf<V>(
  values: ReadonlyMap<string, V>,
  named: readonly { name: string }[],
): ReadonlyMap<string, V> {
  return new Map([...values].filter(([name]) => named.some((each) => each.name === name)));
}

/** Changes, added up for equal keys; the key is all members of a change but `change`. */
class Changes<T extends { change: bigint }> {
  readonly #changes = new Map<string, T>();

  /** Returns the text by which the sum is found. */
  add({ change, ...key }: T): string {
    const text = JSON.stringify(key);
    const before = this.#changes.get(text)?.change ?? 0n;
    this.#changes.set(text, { ...key, change: before + change } as T);
    return text;
  }

  at(text: string): T {
    return this.#changes.get(text) as T;
  }

  get all(): T[] {
    return [...this.#changes.values()];
  }
}
