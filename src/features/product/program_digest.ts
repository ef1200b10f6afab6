/** The digest of a program in requests and answers. */
import { Type } from "@sinclair/typebox";
import { ruled } from "../../contract/values/value_rules.ts";

export const Digest = ruled(
  Type.String({
    title: "Digest",
    description: "`sha256:` and 64 hexadecimal digits.",
    pattern: "^sha256:[0-9a-f]{64}$",
    examples: [`sha256:${"0123456789abcdef".repeat(4)}`],
  }),
  { mustBe: "sha256: and 64 hexadecimal digits in small letters, as composer.plan gave it" },
);
