/**
 * The pages of the areas: for each group of operations one text that is complete by itself, of a size that a
 * language model reads at once. Made from the declarations: this file names no operation.
 * Guarantees: every operation that some guide has stands on exactly one page.
 */
import type { Tag } from "../contract/declare/feature.ts";
import type { Operation } from "../contract/declare/operation.ts";
import { NAME } from "./guide_rules.ts";
import { HOW_TO_CALL, operationSections, tagsOf } from "./guide_sections.ts";

export type Area = {
  /** The name of the group. */
  name: string;
  /** Of its page, `/docs/transfer-holds`. */
  path: string;
  operations: readonly Operation<never>[];
};

/** The areas in alphabetical order. */
export function areasOf(operations: readonly Operation<never>[]): Area[] {
  return tagsOf(operations).map((name) => ({
    name,
    path: `/docs/${slugOf(name)}`,
    operations: operations.filter(({ tag }) => tag === name),
  }));
}

/** The name of a group as a part of an address: `transfer-holds`. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

/** What the group says of itself. `tags` has each group that an operation names. */
export function descriptionOf({ name }: Area, tags: readonly Tag[]): string {
  return tags.find((tag) => tag.name === name)?.description ?? "";
}

/** The page of an area. `all`: the operations of all areas. */
export function areaPage(
  area: Area,
  { all, tags, origin }: { all: readonly Operation<never>[]; tags: readonly Tag[]; origin: string },
): string {
  return `# ${area.name}

> ${descriptionOf(area, tags)} One area of the ${NAME}; [all documentation](${origin}/docs.md) has the others.

Base URL: ${origin}/v1

${HOW_TO_CALL}

${operationSections(area.operations, all)}
`;
}
