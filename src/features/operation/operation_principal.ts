/** What kind of credential a request was made with, by who stands behind it. */
import { type Static, Type } from "@sinclair/typebox";
import type { ActorType } from "../../contract/records/actor.ts";

/** `user`: a session or a token of a member. `system`: a step of the platform itself. */
export const PrincipalType = Type.Union([
  Type.Literal("product_key"),
  Type.Literal("user"),
  Type.Literal("agent"),
  Type.Literal("system"),
]);
export type PrincipalType = Static<typeof PrincipalType>;

/** The kind of credential of what is no Product key. */
export function principalTypeOf(actor: ActorType): Exclude<PrincipalType, "product_key"> {
  return actor === "user" || actor === "agent" ? actor : "system";
}
