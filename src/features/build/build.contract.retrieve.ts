/** build.contract.retrieve: OpenAPI of what a Product of the Build offers, with the kinds of its program. */
import { Type } from "@sinclair/typebox";
import { LruMap } from "../../base/lru_map.ts";
import { foundAs } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { Program } from "../../programs/program_schema.ts";
import { announcedDeclarations } from "../announced.ts";
import { buildContract } from "./build_contract.ts";
import type { BuildProgramDocument } from "./build_document.ts";
import { BuildPath } from "./build_schema.ts";
import { buildSeenBy } from "./build_seen.ts";
import { programIn } from "./build_state.ts";

/** Texts of documents, by what they are made of; each thread of the pool keeps its own. */
const kept = new LruMap<string>({ countMax: 64, weightMax: 32 * 2 ** 20 });

export const buildContractRetrieve = declareRead({
  id: "build.contract.retrieve",
  summary: "Retrieve the contract of a Build",
  description:
    "OpenAPI 3.1 of the operations that a key of a Product of the Build can reach. Each kind of object and each action of the program has a path of its own, with the fields and the input that the program asks for. It is the contract of this server cut down to the Build, without examples. An API key sees the Builds that its Product runs or has run.",
  http: { method: "GET", path: "/builds/{buildId}/openapi" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  path: BuildPath,
  output: Type.Record(Type.String(), Type.Unknown(), {
    title: "BuildContract",
    description: "An OpenAPI 3.1 document, of which clients can be generated.",
  }),
  refusals: ["resource_not_found"],
  read(snapshot, { buildId }, context) {
    const seen = buildSeenBy(snapshot, buildId, context);
    if (seen.refused) return seen;
    const { digest } = seen.document;
    const program = programIn(snapshot, seen);
    // Two companies may have built one program when the platform had different operations.
    const key = `${digest} ${program.operationIds.join(" ")}`;
    const json = kept.get(key) ?? JSON.stringify(contractOf(program, digest));
    kept.set(key, json, json.length);
    return foundAs(
      () => JSON.parse(json),
      () => json,
    );
  },
});

function contractOf({ text, operationIds }: BuildProgramDocument, digest: string): object {
  const ids = new Set(operationIds);
  const { operations, tags } = announcedDeclarations();
  return buildContract({
    operations: [...operations.values()].filter(({ id }) => ids.has(id)),
    tags,
    program: JSON.parse(text) as Program,
    digest,
  });
}
