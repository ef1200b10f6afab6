/**
 * What `code` of an issue can be where a request does not fit the contract (`invalid_request`), and what
 * each code says. A published code keeps its meaning; new ones may be added. The issues of other refusals
 * have codes of their own.
 */
import type { Issue } from "./error_code.ts";

export const ISSUE_CODES = {
  required: "The field, parameter or body is absent.",
  type: "The value has another type of JSON.",
  format: "The value is not written in the form that it must have.",
  enum: "The value is none of those that are allowed.",
  range: "The number or the amount is too small or too large.",
  length: "The text, list or object is too short or too long.",
  depth: "Lists and objects of the value stand too deep within each other.",
  unknown_field: "The operation has no such field or parameter.",
  repeated: "The name or the parameter is given twice.",
  conflict: "Two fields that mean the same have different values.",
  text: "The text has NUL or half of a surrogate pair.",
  encoding: "The bytes or the percent escapes are not UTF-8.",
  json: "The body is not JSON.",
  content_type: "The header Content-Type is absent or is another one.",
  unexpected: "A body was sent to an operation that takes none.",
  framing: "A header was sent twice, or the end of the body is ambiguous.",
  method: "The path takes another method.",
  cursor_mismatch: "The cursor belongs to another list or to other filters.",
  graphql: "The GraphQL document is not valid, or its variables are not.",
  operation: "The GraphQL document does not say which operation is meant.",
  limit: "The GraphQL document is over a limit.",
  as_of: "`asOf` is neither a sequence nor a time.",
  as_of_in_future: "`asOf` is after the present.",
} as const;

export type IssueCode = keyof typeof ISSUE_CODES;
/** An issue of a request that does not fit the contract. */
export type InputIssue = Issue & { code: IssueCode };
