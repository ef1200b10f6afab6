/** auth.challenge.create: a challenge, whose solution pays for a sign-up, a log-in or a reset. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { foundLater } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { Timestamp } from "../../contract/values/formats.ts";

const Challenge = Type.Object(
  {
    algorithm: Type.Literal("SHA-256", {
      description: "The hash that the solution is searched with.",
    }),
    challenge: Type.String({
      description: "SHA-256 of `salt` followed by the number that is searched, hexadecimal.",
    }),
    salt: Type.String({ description: "Stands in front of the number in what is hashed." }),
    cost: Type.Integer({
      minimum: 1,
      description: "The largest number that has to be tried; ALTCHA's clients call it `maxnumber`.",
    }),
    expiresAt: Timestamp,
    signature: Type.String({ description: "Goes back unchanged with the solution." }),
  },
  {
    title: "ProofOfWorkChallenge",
    description: "A challenge in the form of ALTCHA's first version.",
    additionalProperties: false,
  },
);

export const authChallengeCreate = declareRead({
  id: "auth.challenge.create",
  summary: "Create a proof-of-work challenge",
  description:
    "Find the number from 0 to `cost` whose SHA-256 behind `salt` is `challenge`, and send it as `proofOfWork` with a sign-up, a log-in or a password reset. Each solution is taken once, for 5 minutes. ALTCHA's clients solve it.",
  http: { method: "POST", path: "/auth/challenge" },
  principals: ["public"],
  scope: undefined,
  acts: { on: "nothing" },
  output: Challenge,
  refusals: [],
  read(_snapshot, _input, { newChallenge, nowMs }) {
    invariant(newChallenge !== undefined, "a read that acts on no shard can make challenges");
    return foundLater(newChallenge(nowMs));
  },
});
