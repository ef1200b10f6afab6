/** The models of all scopes, by name: those that are in force, and those that a reset has retired. */
import { scopeKeyOf } from "../../src/contract/principal.ts";
import type { StoredRecord } from "../../src/contract/record.ts";
import { SCOPE_RENEWED, type ScopeRenewed } from "../../src/contract/scope_document.ts";
import { createScope, type Scope } from "./model/model.ts";

export class Scopes {
  /** In force, by key. */
  readonly current = new Map<string, Scope>();
  /** By key: each scope that had the name, with the frame from which on it had it. */
  readonly #history = new Map<string, { frame: number; scope: Scope }[]>();

  /** The scope has its name from this frame on. */
  open(scope: Scope, frame: number): void {
    const key = scopeKeyOf(scope);
    this.current.set(key, scope);
    this.#history.set(key, [...(this.#history.get(key) ?? []), { frame, scope }]);
  }

  isCurrent(scope: Scope): boolean {
    return this.current.get(scopeKeyOf(scope)) === scope;
  }

  /** The scope that has the name when `frame` is the newest. */
  at(key: string, frame: number): Scope | undefined {
    return this.#history.get(key)?.findLast((one) => one.frame <= frame)?.scope;
  }

  /** Every scope that there is or was. */
  all(): Scope[] {
    return [...this.#history.values()].flatMap((versions) => versions.map(({ scope }) => scope));
  }
}

/** What a record says of the scope that it puts in the place of another; undefined where it does not. */
export function renewalIn({ facts }: Pick<StoredRecord, "facts">): ScopeRenewed | undefined {
  return facts.find(({ kind }) => kind === SCOPE_RENEWED) as ScopeRenewed | undefined;
}

/** A sandbox after its reset: as new, its clock where it began. */
export function freshOf(scope: Scope): Scope {
  const [began] = scope.clock;
  return { ...createScope(scope, began?.value ?? 0), wasReset: true };
}
