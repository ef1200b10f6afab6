/** A sandbox and its clock on the wire. */
import { Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";

export const SandboxReset = Type.Object(
  {
    productId: Id("prod"),
    environment: EnvironmentName,
    resetAt: described(Timestamp, "When the sandbox was emptied: real time."),
  },
  {
    title: "SandboxReset",
    description: "The sandbox that was emptied.",
    additionalProperties: false,
  },
);

export const SandboxClockResource = Type.Object(
  { productId: Id("prod"), effectiveAt: described(Timestamp, "Where the clock stands.") },
  {
    title: "SandboxClock",
    description: "The clock of a sandbox, which stands still until it is advanced.",
    additionalProperties: false,
  },
);
