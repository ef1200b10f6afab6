/**
 * The operations on objects as a Build has them: one for each kind or action of its program, at a path that names
 * it, in place of the one whose path has `{kind}`. They are what a client can call with the same result: the edges
 * route all of them to the operation that they are made of.
 */
import { type TObject, Type } from "@sinclair/typebox";
import type { Operation } from "../../contract/declare/operation.ts";
import type { ActionSource } from "../../programs/action_schema.ts";
import type { Program } from "../../programs/program_schema.ts";
import type { KindNames } from "./kind_names.ts";
import { kindBody, kindOutput, type OfKind } from "./kind_schemas.ts";

/** Whose schemas depend on the kind; all other operations stay as they are. */
const OF_A_KIND: ReadonlySet<string> = new Set([
  "object.list",
  "object.retrieve",
  "object.create",
  "object.action.call",
  "object.action.preview",
]);

export function isOfAKind({ id }: Pick<Operation<never>, "id">): boolean {
  return OF_A_KIND.has(id);
}

/** An operation of objects, for each kind of the program, and where it calls an action, for each action. */
export function kindOperations(
  operation: Operation<never>,
  program: Program,
  names: KindNames,
): Operation<never>[] {
  const isOfAction = operation.http.path.includes("{action}");
  return Object.entries(program.nouns).flatMap(([kind, noun]) => {
    const of = { kind, noun, currencies: program.currencies };
    // All actions of a kind have one answer.
    const output = kindOutput(operation.output, of, names);
    const ofKind = { ...operation, output } as Operation<never>;
    const actions = isOfAction ? Object.keys(noun.actions) : [undefined];
    return actions.map((action) => kindOperation(ofKind, { ...of, action }, program, names));
  });
}

function kindOperation(
  operation: Operation<never>,
  of: OfKind,
  program: Program,
  names: KindNames,
): Operation<never> {
  const { id, summary, description, http, path, body } = operation;
  const { kind, noun, action } = of;
  const source = action === undefined ? undefined : noun.actions[action];
  const words = [
    ...(description === undefined ? [] : [description]),
    ...(source === undefined ? [] : actionWords(source)),
    ...portWords(program, `${kind}.${action ?? "create"}`, id),
  ];
  return {
    ...operation,
    id: action === undefined ? `${id}.${kind}` : `${id}.${kind}.${action}`,
    summary: `${summary}: ${action === undefined ? kind : `${kind}.${action}`}`,
    ...(words.length > 0 && { description: words.join(" ") }),
    http: { ...http, path: http.path.replace("{kind}", kind).replace("{action}", action ?? "") },
    path: withoutNames(path),
    body: body && kindBody(body, of, names),
  } as Operation<never>;
}

/** The parameters of the path without those that the path names now. */
function withoutNames(path: TObject): TObject {
  const { kind: _, action: __, ...properties } = path.properties;
  return Type.Object(properties, { additionalProperties: false });
}

function actionWords({ from, to, gate, opens }: ActionSource): string[] {
  const after = typeof to === "string" ? [to] : [...new Set([to.then, to.else])];
  return [
    `The action may be called in the state ${codes(from)}, and leads to ${codes(after)}.`,
    ...(gate === undefined ? [] : [`The decision \`${gate}\` must be approved before.`]),
    ...(opens === undefined ? [] : [`The action asks for the decision \`${opens}\`.`]),
  ];
}

/** Who may create or call, of the operations that do. */
function portWords({ ports }: Program, entry: string, id: string): string[] {
  if (id === "object.list" || id === "object.retrieve") return [];
  const open = Object.values(ports).filter(({ allow }) => allow.includes(entry));
  const actors = [...new Set(open.flatMap(({ actors }) => actors))];
  return actors.length === 0 ? [] : [`The ports let ${codes(actors)} do it.`];
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(" or ");
}
