/** The tables of one shard's state: those of the shard itself, and those of its features. */
import { invariant } from "../base/invariant.ts";
import type { ShardRegistry } from "../contract/registry.ts";
import type { Table } from "../contract/table.ts";
import { EffectTable } from "./effect_table.ts";
import { ScopeTable } from "./scope_table.ts";

type Parts<S> = { state: S; scopes: ScopeTable; effects: EffectTable };

/** Every table, each once. Without `parts` they are empty: what a shard would have. */
export function stateTables<S>(registry: ShardRegistry<S>, parts?: Parts<S>): Table[] {
  const { state, scopes, effects } = parts ?? {
    state: registry.createState(),
    scopes: new ScopeTable(),
    effects: new EffectTable(registry.effects),
  };
  const tables = [scopes, scopes.recordIndex, effects, ...registry.tables(state)];
  const codes = new Set(tables.map(({ code }) => code));
  invariant(codes.size === tables.length, "every table has a code of its own");
  return tables;
}
