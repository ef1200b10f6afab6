/** What facts and time do to the things of a resource, for manifests. */
import type { Fact } from "../records/record.ts";
import type { Owned } from "../tables/document_table.ts";
import type { DueSource, DueStep } from "./due_source.ts";
import type { Apply } from "./operation.ts";
import type { ResourceTable } from "./resource.ts";

/**
 * The `apply` of a fact that holds the whole document, as it is after the fact. `realmOf`: the realm of the document, where it
 * is not that of the record; undefined where it is. It then stands last in the bytes of the state. `how`: `add` where the document
 * is new, and no other thing ever had its id.
 */
export function putDocument<S, D extends Owned>(
  tableOf: (state: S) => ResourceTable<D>,
  documentOf: (fact: Fact) => { id: string; document: Omit<D, "realm"> },
  realmOf?: (document: Omit<D, "realm">, state: S) => number | undefined,
  how: "set" | "add" = "set",
): Apply<S> {
  return (state, fact, { realm }) => {
    const table = tableOf(state);
    const { id, document } = documentOf(fact);
    const other = realmOf?.(document, state);
    const placed = other === undefined ? { realm, ...document } : { ...document, realm: other };
    table[how](table.keyOf(id), placed as unknown as D);
  };
}

/** The `apply` of a fact that removes a document. */
export function removeDocument<S, D extends Owned>(
  tableOf: (state: S) => ResourceTable<D>,
  idOf: (fact: Fact) => string,
): Apply<S> {
  return (state, fact) => {
    const table = tableOf(state);
    table.remove(table.keyOf(idOf(fact)));
  };
}

/** A source with one step for each thing, at the thing's deadline. */
export function dueAtDeadlines<S, D extends Owned>(
  name: string,
  tableOf: (state: S) => ResourceTable<D>,
  stepOf: (id: string) => Omit<DueStep, "atMs">,
): DueSource<S> {
  return {
    name,
    realms: (state) => tableOf(state).deadlines.realms(),
    earliest(state, realm) {
      const { deadlines, prefix } = tableOf(state);
      const first = deadlines.first(realm);
      return first && { atMs: first.atMs, ...stepOf(`${prefix}_${first.key}`) };
    },
  };
}
