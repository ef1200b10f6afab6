/**
 * What an event says of the resource before a change. Revision, time, actor and status transitions change
 * with every change, so they are not among the fields that changed.
 */
import { canonicalText } from "../base/canonical_json.ts";

const WITH_EVERY_CHANGE: ReadonlySet<string> = new Set([
  "revision",
  "updatedAt",
  "actor",
  "statusTransitions",
]);

/** The fields of `before` that `after` has otherwise; a field that `before` lacks is null. */
export function previousFields(before: object, after: object): object {
  const was = before as Record<string, unknown>;
  const is = after as Record<string, unknown>;
  const previous: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (WITH_EVERY_CHANGE.has(name)) continue;
    const value = was[name] ?? null;
    if (canonicalText(value) !== canonicalText(is[name] ?? null)) previous[name] = value;
  }
  return previous;
}
