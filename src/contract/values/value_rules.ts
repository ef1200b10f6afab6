/**
 * What a value must be, in the words of a message, beside the schema that checks it: a pattern says nothing
 * to a reader. A rule is looked at only after the compiled check has refused the value.
 */
import type { TSchema } from "@sinclair/typebox";
import type { IssueCode } from "../refusals/issue_codes.ts";

/** What is wrong with a text, as a predicate after the name of its field: "has a sign". */
export type TextFault = { says: string; code?: IssueCode };

/** The other fields of the object that the value belongs to. */
export type Beside = Readonly<Record<string, unknown>>;

export type ValueRule = {
  /** Stands after "must be": "a time of ISO 8601 with …, such as …". */
  mustBe: string;
  /** The code of an issue about a text that breaks the rule; `format` where it is absent. */
  code?: IssueCode;
  /** What is wrong with this text, where that can be said better than by the rule alone. */
  faultOf?(text: string): TextFault | undefined;
  /**
   * What the caller probably meant. The answer is only told where it fits the schema, so it may be
   * wrong.
   */
  meantBy?(given: unknown, beside: Beside): string | undefined;
};

/** Key of a schema option: the rule of the values. Not published. */
const RULE: unique symbol = Symbol("rule");

export function ruled<T extends TSchema>(schema: T, rule: ValueRule): T {
  return { ...schema, [RULE]: rule };
}

/** The rule of a schema; undefined where the schema itself says all. */
export function ruleOf(schema: TSchema): ValueRule | undefined {
  return (schema as { [RULE]?: ValueRule })[RULE];
}
