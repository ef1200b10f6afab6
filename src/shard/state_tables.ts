/** The tables of one shard's state: those of the shard itself, and those of its features. */
import { invariant } from "../base/invariant.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import type { Table } from "../contract/tables/table.ts";
import { EffectTable } from "./effect_table.ts";
import { RealmTable } from "./realm_table.ts";

type Parts<S> = { state: S; realms: RealmTable; effects: EffectTable };

/** Every table, each once. Without `parts` they are empty: what a shard would have. */
export function stateTables<S>(registry: ShardRegistry<S>, parts?: Parts<S>): Table[] {
  const { state, realms, effects } = parts ?? {
    state: registry.createState(),
    realms: new RealmTable(),
    effects: new EffectTable(registry.effects),
  };
  const tables = [realms, ...realms.indexes, effects, ...registry.tables(state)];
  const codes = new Set(tables.map(({ code }) => code));
  invariant(codes.size === tables.length, "every table has a code of its own");
  return tables;
}
