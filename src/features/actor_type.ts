/** Who changed a resource, as `actor.type` on the wire says it. */

/** Who a credential is, as `actor.type` says it. */
export function actorTypeOf(principalId: string): "operator" | "clock" | "platform" {
  if (principalId === "clock") return "clock";
  return principalId === "platform" ? "platform" : "operator";
}
