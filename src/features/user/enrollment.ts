/** The refusals of an enrolment whose time it is not. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";

export function refuseEnrolled(): Refusal<"state_conflict"> {
  return refuse(
    "state_conflict",
    "a second factor is enrolled: disable it before another is begun",
    {
      expected: "no second factor",
      actual: "enrolled",
    },
  );
}

export function refuseNotBegun(): Refusal<"state_conflict"> {
  return refuse(
    "state_conflict",
    "no enrolment is under way: none was begun, or its 10 minutes are over",
    {
      expected: "an enrolment under way",
      actual: "none",
    },
  );
}
