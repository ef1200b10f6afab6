/**
 * The steps of time that the platform runs for its own books: no list of what a Product's clock ran has them, and who advances a
 * clock is not told of them.
 */
export const PLATFORM_STEP = {
  /** A month of a realm is over: its statements are sealed. */
  seal: "statement.seal",
  /** A month of usage is charged. */
  charge: "usage.statement.charge",
} as const;

const OPERATIONS: ReadonlySet<string> = new Set(Object.values(PLATFORM_STEP));

/** Whether the operation is such a step. */
export function isPlatformStep(operation: string): boolean {
  return OPERATIONS.has(operation);
}
