/** For tests: the reads that are declared with their noun (`declareReads`), and so have no file of their own. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../../src/contract/declare/operation.ts";
import { operations, RESOURCES } from "../../../src/features/registry.ts";
import type { AnyRead } from "../../world/reading.ts";

/** The reads of one noun. `idName`: the parameter of `retrieve`, and the field of the thing that has its id. */
export type DeclaredReads = { list: AnyRead; retrieve: AnyRead; idName: string; prefix: string };

export const DECLARED_READS: readonly DeclaredReads[] = RESOURCES.flatMap(({ noun, prefix }) => {
  const [list, retrieve] = ["list", "retrieve"].map((verb) => readOf(noun, verb));
  if (list === undefined || retrieve === undefined) return [];
  const [idName = ""] = Object.keys(retrieve.path?.properties ?? {});
  return { list, retrieve, idName, prefix };
});

/** The operation where it has no file of its own. */
function readOf(noun: string, verb: string): AnyRead | undefined {
  const id = `${noun}.${verb}`;
  if (existsSync(join(import.meta.dirname, "../../../src/features", noun, `${id}.ts`)))
    return undefined;
  const all: readonly Operation<never>[] = operations;
  const found = all.find((operation) => operation.id === id);
  return found?.type === "read" ? found : undefined;
}
