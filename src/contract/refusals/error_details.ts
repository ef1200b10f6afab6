/**
 * What `details` of an error has, by code, as each code declares it: the values that `refuse` takes, and the schema
 * of the answers. Every `details` also has `operation` and `docUrl`, which whoever writes the answer adds, and may
 * have what `COMMON_DETAILS` names.
 */
import { type TObject, type TProperties, Type } from "@sinclair/typebox";
import { DECLARED_CODES, type ErrorCode } from "./error_catalog.ts";
import { COMMON_DETAILS, type DetailsOf, TEXT, TEXT_OR_NULL } from "./error_code.ts";

/** The values that a refusal with a code is given for its `details`, by code. */
export type DetailsByCode = {
  [C in ErrorCode]: DetailsOf<(typeof DECLARED_CODES)[C]["details"]>;
};

/** A code whose refusal needs no details. */
export type BareCode = {
  [C in ErrorCode]: Record<never, never> extends DetailsByCode[C] ? C : never;
}[ErrorCode];

/** Schema of the `details` of a code as answers have them, closed: no other names are allowed. */
export function detailsSchemaOf(code: ErrorCode): TObject {
  const declared: TProperties = DECLARED_CODES[code].details;
  const added = { operation: TEXT_OR_NULL, docUrl: TEXT };
  const properties = { ...COMMON_DETAILS, ...declared, ...added };
  return Type.Object(properties, { additionalProperties: false });
}
