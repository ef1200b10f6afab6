/** What the value of a field must be, in words: for the messages of refusals, and for those who read a contract. */
import type { FieldSource } from "../field_schema.ts";
import type { SingleValue } from "./single_values.ts";

/** What a value must be, such as `one of red, green`. */
export function mustBe(source: SingleValue | FieldSource, currencies: readonly string[]): string {
  const { type, values = [], min, max } = source;
  const between = (least: unknown, most: unknown) => ` from ${min ?? least} to ${max ?? most}`;
  switch (type) {
    case "text":
      return `a string of at most ${max ?? "2000"} characters`;
    case "int":
      return `a whole number${between("-999999999", "999999999")}`;
    case "bps":
      return `a whole number of basis points${between(0, 10_000)}`;
    case "bool":
      return "true or false";
    case "amount": {
      const bounds = min === undefined && max === undefined ? "" : `${between(0, "9".repeat(18))},`;
      return `a string of 1 to 18 digits${bounds} that counts minor units, such as "1250" for 12.50`;
    }
    case "currency":
      return `one of ${currencies.join(", ")}`;
    case "enum":
      return `one of ${values.join(", ")}`;
    case "date":
      return 'a day of the calendar, such as "2026-01-31"';
    case "time":
      return 'a time of ISO 8601 with an offset or Z, such as "2026-01-31T09:30:00Z"';
    case "duration":
      return 'a duration of ISO 8601 in weeks, or in days to seconds, such as "P2D" or "PT48H"';
    case "list":
      return "an array of objects";
    case "beneficiary":
      return "the id of a beneficiary: the one that was chosen for it, or that an answer gave";
    case "customer":
    case "account":
    case "consent":
      return `the id of ${type === "account" ? "an" : "a"} ${type}, as an answer gave it`;
    case "ref":
      return "the id of an object, as an answer gave it";
  }
}
