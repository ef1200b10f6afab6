/**
 * The groups of operations in contract documents, for features that make such a document. The registry sets the
 * groups when it is loaded: a feature cannot import the registry, because the registry imports every feature.
 */
import { invariant } from "../base/invariant.ts";
import type { Tag } from "../contract/declare/feature.ts";

let announced: readonly Tag[] = [];

/** Called by the registry, with the groups of all features. */
export function announceTags(tags: readonly Tag[]): void {
  announced = tags;
}

export function announcedTags(): readonly Tag[] {
  invariant(announced.length > 0, "the registry has announced the groups of operations");
  return announced;
}
