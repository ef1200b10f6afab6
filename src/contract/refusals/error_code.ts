/**
 * How a code of an error is declared: what it means, what its `details` have, and one refusal with it. The codes
 * stand in `catalog/`, one entry a code, grouped by what they are about.
 */
import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";

/** One problem of a request. `path` is the list of field names that leads to it. */
export type Issue = { code: string; message: string; path: (string | number)[] };

export const TEXT = Type.String();
export const TEXTS = Type.Unsafe<readonly string[]>(Type.Array(Type.String()));
export const INTEGER = Type.Integer();
export const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
export const ISSUES = Type.Unsafe<readonly Issue[]>(
  Type.Array(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      path: Type.Array(Type.Union([Type.String(), Type.Integer()])),
    }),
  ),
);
/** What the checks found in a program (`composer.plan`). */
export const FINDINGS = Type.Array(
  Type.Object({
    code: Type.String(),
    severity: Type.String(),
    path: Type.String(),
    message: Type.String(),
    hint: Type.String(),
  }),
);
/** A status, a revision, or null where nothing is expected to be there. */
export const STATE = Type.Union([Type.String(), Type.Integer(), Type.Null()]);
export const RESOURCE = Type.Object({ type: Type.String(), id: Type.String() });
/** Marks a detail that only some refusals with the code have. */
export const optional = Type.Optional;

/** What the details of any code may have. */
export const COMMON_DETAILS = {
  /** Where in the request the fault lies. */
  issues: optional(ISSUES),
  /** The operation that was refused, where whoever refuses knows it already. */
  operation: optional(TEXT),
  /** Which item of a batch was refused, from 0. */
  itemIndex: optional(INTEGER),
  /** What an agent does now; every refusal of a tool has it. */
  nextStep: optional(TEXT),
};

/** The values that a refusal is given for its `details`, where `D` declares them. */
export type DetailsOf<D extends TProperties> = Static<TObject<D>> &
  Static<TObject<typeof COMMON_DETAILS>>;

/** What stands in the error catalog of a code, in words and flags (`ErrorCatalogEntry`). */
export type CodeMeaning = {
  httpStatus: number;
  cause: string;
  action: string;
  remediation: string;
  /** False where it is left out. */
  retryable?: boolean;
  /** True where it is left out. */
  idempotencySafe?: boolean;
  additionalHttpStatuses?: number[];
  environment?: "sandbox" | "live";
};

/**
 * One refusal with the code, as the contract document shows it; every code that an operation declares has it.
 * Messages are for people and may change at any time: no test compares them with what the server says.
 */
type CodeExample<D extends TProperties> =
  | { exampleMessage: string; exampleDetails: NoInfer<DetailsOf<D>> }
  | { exampleMessage?: never; exampleDetails?: never };

export type CodeDeclaration<D extends TProperties> = CodeMeaning &
  CodeExample<D> & {
    /**
     * Names and types of `details`: `refuse` takes exactly these. A published name keeps its meaning for ever; new
     * ones may be added. Whoever writes the answer adds `operation` and `docUrl`.
     */
    details: D;
  };

/** The declarations as they are; the example of each code has the details that the code declares. */
export function declareCodes<const T extends Record<string, TProperties>>(
  codes: {
    readonly [C in keyof T]: CodeDeclaration<T[C]>;
  },
): { readonly [C in keyof T]: CodeDeclaration<T[C]> } {
  return codes;
}
