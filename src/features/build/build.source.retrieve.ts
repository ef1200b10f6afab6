/** build.source.retrieve: the program of a Build, in its normal form. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id } from "../../contract/values/formats.ts";
import { ProgramSource } from "../composer/plan_schema.ts";
import { Digest } from "../product/program_digest.ts";
import { buildNotFound, builds } from "./build_noun.ts";
import { BuildPath } from "./build_schema.ts";
import { programIn } from "./build_state.ts";

const BuildSource = Type.Object(
  {
    buildId: Id("bld"),
    digest: described(
      Digest,
      "Of `{ language, compiler, program }` as canonical JSON (RFC 8785), where `program` is `source` and `compiler` the Build's `compilerVersion`.",
    ),
    source: described(ProgramSource, "The program in its normal form."),
  },
  {
    title: "BuildSource",
    description: "What a Build was made of, in its normal form, and the digest that this has.",
    additionalProperties: false,
  },
);

export const buildSourceRetrieve = declareRead({
  id: "build.source.retrieve",
  summary: "Retrieve the source of a Build",
  description: "The program in its normal form. Planned again, it has the Build's digest.",
  http: { method: "GET", path: "/builds/{buildId}/source" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "tenant" },
  path: BuildPath,
  output: BuildSource,
  refusals: ["resource_not_found"],
  read(snapshot, { buildId }, { realm }) {
    const seen = builds.find(snapshot, realm, buildId);
    if (seen === undefined) return buildNotFound(buildId);
    const { digest } = seen.document;
    return found({ buildId, digest, source: JSON.parse(programIn(snapshot, seen).text) });
  },
});
