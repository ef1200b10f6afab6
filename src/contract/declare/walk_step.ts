/** A step of a walk through the operations, for a reader who has never called the API. */
export type WalkStep = {
  /** What the step is for; a sentence. */
  says: string;
  /** Id of the operation. */
  operation: string;
  /** Values of the path, by the name of the parameter. `<name>` stands for a value kept before. */
  path?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** The name under which the step's idempotency key is known; a step with a known name repeats it. */
  key?: string;
  /** Fields of the answer that later steps name, by the name that the steps use. */
  keeps?: Readonly<Record<string, string>>;
  /** Fields and headers of the answer, as the step expects them. */
  gets: { status: number; fields?: Readonly<Record<string, string>>; header?: string };
};
