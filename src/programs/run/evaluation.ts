/**
 * What expressions see while a call runs: an object, as it was when the call began or as it is
 * after its effects, the input, the world, and the balances as the call's own moves change them.
 */
import { type Account, ownAccount } from "./account.ts";
import type { ObjectRecord } from "./object_record.ts";
import { referenceNotFound, subjectNotFound } from "./refusals.ts";
import { Refused, stop, stopAt } from "./refused.ts";
import { type Fields, NO_FIELDS, type Value } from "./values.ts";
import type { AggregateKey, Party, World } from "./world.ts";

/** An expression. Stops the call where it has no value, or one that is out of range. */
export type Compiled<T = Value> = (call: Evaluation) => T;

export type CompiledAggregate = {
  name: string;
  scope: "self" | "subject" | "product";
  isCount: boolean;
  /** Of a count: whether an object in the state counts. */
  counts(state: string): boolean;
  currency: Compiled<string> | undefined;
  cap: Compiled<bigint> | undefined;
};

/** What an evaluation needs of the noun of its object. */
type EvaluatedNoun = { lets: readonly Compiled[]; subject: { field: string } | undefined };

/** All that the expressions of one call can ask: the object, the input, and the world behind them. */
export class Evaluation {
  readonly noun: EvaluatedNoun;
  readonly world: World;
  readonly nowMs: number;
  readonly object: ObjectRecord;
  readonly fields: Fields;
  input: Fields;
  /** The row of a schedule. */
  index = 0;
  /**
   * What this call has done to each account, by id: a field may name an account that has a name,
   * too.
   */
  readonly moved: Map<string, { account: Account; change: bigint }>;
  /** What this call reserves for payouts, by id of the account that pays: it is still there, and nobody can spend it. */
  readonly reserved: Map<string, bigint>;
  /** What this call adds to aggregates of the scopes `subject` and `product`, by name. */
  readonly added = new Map<string, bigint>();
  readonly #lets: (Value | Refused | undefined)[] = [];
  #totals: Map<string, bigint | number> | undefined;
  #party: Party | undefined;

  /** `same`: another evaluation of the same call, whose input and moves this one has. */
  constructor(
    { noun, world }: { noun: EvaluatedNoun; world: World },
    object: ObjectRecord,
    same?: Pick<Evaluation, "input" | "moved" | "reserved">,
  ) {
    this.noun = noun;
    this.world = world;
    this.nowMs = world.nowMs;
    this.object = object;
    this.fields = object.fields;
    this.input = same?.input ?? NO_FIELDS;
    this.moved = same?.moved ?? new Map();
    this.reserved = same?.reserved ?? new Map();
  }

  /**
   * A let is computed once: lets that use each other twice would otherwise take time without bound.
   */
  let(index: number): Value {
    let value = this.#lets[index];
    if (value === undefined) {
      try {
        value = (this.noun.lets[index] as Compiled)(this);
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown;
        value = thrown;
      }
      this.#lets[index] = value;
    }
    if (value instanceof Refused) throw value;
    return value;
  }

  /**
   * What the items of a list add up to, by the path to it: computed once, because one call may ask
   * for the sum of a thousand items in each of its expressions.
   */
  total(path: string, reckon: () => bigint | number): bigint | number {
    this.#totals ??= new Map();
    let total = this.#totals.get(path);
    if (total === undefined) {
      total = reckon();
      this.#totals.set(path, total);
    }
    return total;
  }

  /** The object's currency. A noun that moves money has one (check P08). */
  get currency(): string {
    const { currency, kind } = this.object;
    return currency ?? stopAt("missing_value", `an object of ${kind} has no currency`);
  }

  remainder(name: string): bigint {
    return this.object.remainders.get(name) ?? 0n;
  }

  /** A count or a sum, with what this call has added to it. */
  aggregate(aggregate: CompiledAggregate): bigint {
    const { name, scope, isCount } = aggregate;
    if (scope === "self") {
      if (isCount) return aggregate.counts(this.object.state) ? 1n : 0n;
      return this.object.sums.get(name) ?? 0n;
    }
    return this.world.aggregate(this.aggregateKey(aggregate)) + (this.added.get(name) ?? 0n);
  }

  aggregateKey({ name, scope, isCount, currency }: CompiledAggregate): AggregateKey {
    return {
      kind: this.object.kind,
      name,
      scope: scope === "subject" ? (this.object.subject ?? "") : "",
      currency: isCount ? undefined : currency?.(this),
    };
  }

  /** The customer whom the object is about. */
  get party(): Party {
    this.#party ??= this.#subject();
    return this.#party;
  }

  #subject(): Party {
    const { subject } = this.object;
    const { field } = this.noun.subject ?? { field: "subject" };
    const found = subject === undefined ? undefined : this.world.party(subject, "subject");
    if (found === undefined) return stop(subjectNotFound(field, subject ?? ""));
    return "refused" in found ? stop(found) : found;
  }

  /** What an account may spend now: never less than zero, because an amount is not. */
  balance(account: Account): bigint {
    const balance = this.rawBalance(account);
    return balance < 0n ? 0n : balance;
  }

  rawBalance(account: Account): bigint {
    const id = this.world.accountIdOf(account);
    return this.world.balance(account) + (this.moved.get(id)?.change ?? 0n);
  }

  move(account: Account, change: bigint): void {
    const id = this.world.accountIdOf(account);
    const known = this.moved.get(id);
    if (known === undefined) this.moved.set(id, { account, change });
    else known.change += change;
  }

  /** Takes the amount off what the account may spend, for a payout. */
  reserve(account: Account, amount: bigint): void {
    this.move(account, -amount);
    const id = this.world.accountIdOf(account);
    this.reserved.set(id, (this.reserved.get(id) ?? 0n) + amount);
  }

  /** All that the account holds now: what it may spend, and what payouts have reserved that have not ended. */
  heldBalance(account: Account): bigint {
    const id = this.world.accountIdOf(account);
    return this.rawBalance(account) + this.world.reserved(account) + (this.reserved.get(id) ?? 0n);
  }

  ownAccount(name: string): Account {
    return accountOf(this.object, name, this.currency);
  }

  /** The object that a reference names; it was checked when it was given, and objects stay. */
  reference(field: string, kind: string): ObjectRecord {
    const objectId = this.fields.get(field);
    if (typeof objectId !== "string") {
      return stopAt("missing_value", `fields.${field} has no value`);
    }
    return this.world.object(kind, objectId) ?? stop(referenceNotFound(field, kind, objectId));
  }
}

export function accountOf(object: ObjectRecord, name: string, currency: string): Account {
  const { objectId, kind, subject } = object;
  return ownAccount({ objectId, kind, subject, currency, name });
}
