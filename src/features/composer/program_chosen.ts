/** Which program a request is about: the source that it has, or the newest source of a blueprint. */
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { Source } from "../../programs/program_source.ts";
import { blueprints } from "../blueprint/blueprint_noun.ts";
import { sourceIn } from "../blueprint/blueprint_state.ts";

type Choice = { source?: Source; blueprintId?: string; buildId?: string };

export type ChosenSource = {
  source: Source;
  /** The blueprint that the source is the newest one of. */
  blueprint?: { blueprintId: string; blueprintRevision: number };
};

/** What no schema says of the choice: the program is given once. */
export function chosenIssues(choice: Choice): InputIssue[] {
  const names = (["source", "blueprintId", "buildId"] as const).filter(
    (name) => choice[name] !== undefined,
  );
  const [first, second] = names;
  if (first === undefined) {
    const message = "source is required in the body: the program, or the id of one in its place";
    return [{ code: "required", message, path: ["source"] }];
  }
  if (second === undefined) return [];
  const message = `${first} and ${second} say which program is meant; send one of them`;
  return [{ code: "conflict", message, path: [second] }];
}

/** The program; undefined where the company has no such blueprint. */
export function chosenSource(
  snapshot: Snapshot,
  realm: number | undefined,
  { source, blueprintId = "" }: Choice,
): ChosenSource | undefined {
  if (source !== undefined) return { source };
  const seen = blueprints.find(snapshot, realm, blueprintId);
  if (seen === undefined) return undefined;
  const { sourceDigest, revision } = seen.document;
  const text = sourceIn(snapshot, seen, sourceDigest);
  return { source: JSON.parse(text), blueprint: { blueprintId, blueprintRevision: revision } };
}
