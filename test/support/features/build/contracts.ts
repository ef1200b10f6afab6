/** For tests: the contract documents of programs, with every operation on objects that there will be. */
import { type TObject, Type } from "@sinclair/typebox";
import type { Operation } from "../../../../src/contract/declare/operation.ts";
import { listOf, listQuery } from "../../../../src/contract/values/formats.ts";
import { buildContract } from "../../../../src/features/build/build_contract.ts";
import { operationsOf } from "../../../../src/features/composer/planned_surface.ts";
import { PLATFORM_TERMS } from "../../../../src/features/ledger/program_terms.ts";
import { operations, SERVED_FEATURES, tagsOf } from "../../../../src/features/registry.ts";
import { normalizedProgram } from "../../../../src/programs/normalized_program.ts";
import { planOf } from "../../../../src/programs/plan.ts";
import type { Program } from "../../../../src/programs/program_schema.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects to be there
export type Loose = any;

function served(id: string): Operation<never> | undefined {
  return operations.find((each) => each.id === id) as Operation<never> | undefined;
}

const CREATE = served("object.create") as Operation<never>;
const CALL = served("object.action.call") as Operation<never>;
const READ = { type: "read", scope: "objects:read", body: undefined } as const;
const listed = Type.Optional(Type.String({ description: "Only objects in this state." }));

/** The operations on objects that the platform may not have yet, made of those that it has. */
const MORE: readonly Operation<never>[] = [
  {
    ...CREATE,
    ...READ,
    id: "object.list",
    summary: "List objects",
    http: { ...CREATE.http, method: "GET", status: 200 },
    query: listQuery({ state: listed }),
    output: listOf(CREATE.output, "ObjectList"),
  },
  {
    ...CREATE,
    ...READ,
    id: "object.retrieve",
    summary: "Retrieve an object",
    http: { ...CREATE.http, method: "GET", path: `${CREATE.http.path}/{objectId}`, status: 200 },
    path: Type.Omit(CALL.path as TObject, ["action"]),
  },
  {
    ...CALL,
    ...READ,
    id: "object.action.preview",
    summary: "Preview an action",
    http: { ...CALL.http, path: `${CALL.http.path}/preview` },
    body: CALL.body,
  },
].filter(({ id }) => served(id) === undefined) as Loose;

/** The contract of a Build of the program. */
export function contractOf(source: unknown): Loose {
  const { digest = "", capabilities } = planOf(source, PLATFORM_TERMS);
  return buildContract({
    operations: [...operationsOf(capabilities), ...MORE],
    tags: tagsOf(SERVED_FEATURES),
    program: normalizedProgram(source as Program),
    digest,
  });
}
