/** The codes of the tables of entities, and the index by which the documents of one entity are found. */
import { suffixOf } from "../../base/id.ts";
import type { RowsOfGroup } from "../../contract/tables/stored_index.ts";

/** The group of the things of one entity, which tables can be asked for by the name `entity`. */
export function groupOfEntity(realm: number, entityId: string): string {
  return `${realm} ${suffixOfEntity(entityId)}`;
}

/** Where the things of an entity are stored, by an index whose texts are the suffixes of entities. */
export function rowsOfEntity(table: number): RowsOfGroup {
  return function* (state, group) {
    const [realm = "", suffix = ""] = group.split(" ");
    for (const { key } of state.under(table, Number(realm), suffix)) {
      yield { key: key.slice(suffix.length), realm: Number(realm) };
    }
  };
}

/** The key of the documents of an entity that is known to exist. */
export function suffixOfEntity(entityId: string): string {
  return suffixOf("ent", entityId) as string;
}
