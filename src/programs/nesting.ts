/** How deep a value of JSON is nested. Its time grows with the value and its memory with the bound, not with the depth. */

/** Deeper than every program; what is deeper is looked at no further. */
export const NESTING_MAX = 32;

/** Whether lists and objects in `value` are nested deeper than `most`; a value without any has depth 0. */
export function isNestedDeeper(value: unknown, most = NESTING_MAX): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter((each) => typeof each === "object" && each !== null) as object[];
    if (nested.length > 0 && depth === most) return true;
    level = nested.flatMap((each) => Object.values(each));
  }
  return false;
}
