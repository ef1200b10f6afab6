/** For tests: companies with blueprints, and as many of them as there may be. */
import type { Caller } from "../../../../src/contract/declare/caller.ts";
import { blueprintCreate } from "../../../../src/features/blueprint/blueprint.create.ts";
import { blueprintUpdate } from "../../../../src/features/blueprint/blueprint.update.ts";
import type { Blueprint } from "../../../../src/features/blueprint/blueprint_schema.ts";
import { type Source, sourceTextOf } from "../../../../src/programs/program_source.ts";
import { newCompany, newPerson } from "../../../world/people.ts";
import { FROM, type PlatformWorld } from "../../../world/platform_world.ts";

export const SOURCE: Source = { language: "blueprint/1", name: "Goals", nouns: { goal: {} } };
/** The same program, written in another order. */
export const SAME_SOURCE: Source = { nouns: { goal: {} }, name: "Goals", language: "blueprint/1" };
export const OTHER_SOURCE: Source = { ...SOURCE, nouns: { goal: {}, gift: {} } };

/** Two companies, each with an owner and a blueprint. */
export async function givenBlueprints(world: PlatformWorld) {
  const company = await newCompany(world);
  const owner = await newPerson(world, company);
  const stranger = await newPerson(world, await newCompany(world, "Other"));
  const { blueprintId } = await newBlueprint(world, owner.session);
  const { blueprintId: foreignId } = await newBlueprint(world, stranger.session);
  return { ...company, owner, stranger, blueprintId, foreignId };
}

export async function newBlueprint(
  world: PlatformWorld,
  caller: Caller,
  draft: { name?: string; source?: Source } = {},
): Promise<Blueprint> {
  const input = { name: "Goals", source: SOURCE, ...draft };
  return (await world.made(blueprintCreate, input, { caller })) as Blueprint;
}

/** Makes blueprints of the company, without the preparation of each. */
export function manyBlueprints(world: PlatformWorld, caller: Caller, count: number): void {
  const prepared = { from: FROM, ...sourceTextOf(SOURCE) };
  for (let made = 0; made < count; made++) {
    const input = { name: `Goals ${made}`, source: SOURCE };
    const { code } = world.run(blueprintCreate, input, { caller, prepared });
    if (code !== undefined) throw new Error(`blueprint ${made + 1}: ${code}`);
  }
}

/** Gives the blueprint other names until it has `count` versions. */
export function manyVersions(
  world: PlatformWorld,
  caller: Caller,
  { blueprintId, count }: { blueprintId: string; count: number },
): void {
  for (let revision = 2; revision <= count; revision++) {
    const input = { blueprintId, name: `Goals ${revision}` };
    const { code } = world.run(blueprintUpdate, input, { caller, prepared: { from: FROM } });
    if (code !== undefined) throw new Error(`version ${revision}: ${code}`);
  }
}

/** An object that is nested so deep, itself counted. */
export function nested(depth: number): Source {
  let source: Source = {};
  for (let at = 1; at < depth; at++) source = { in: source };
  return source;
}

/** A source whose canonical text has so many bytes. */
export function sourceOfBytes(bytes: number): Source {
  return { text: "x".repeat(bytes - '{"text":""}'.length) };
}
