/**
 * Who acts. A record names two parties: its principal is the credential that asked, and its actor
 * is who stands behind that credential. For a Product key, the clock and the platform, principal
 * and actor have the same id. Records of the time before the type `product_key` name the holder of a
 * Product key `operator`; they are shown as they were written, because a repeated request gets the
 * bytes of its first answer.
 */
import type { Actor } from "../values/formats.ts";

export type ActorType = Actor["type"];

/** The types of actors, by the byte that a record stores. A byte never gets another meaning. */
export const ACTOR_TYPES = [
  "operator",
  "customer",
  "agent",
  "clock",
  "provider",
  "platform",
  "user",
  "product_key",
] as const satisfies readonly ActorType[];

/**
 * The actor type that follows from an id alone. Records of version 1, and facts and documents of
 * the same time, store no type of their actor.
 */
export function actorTypeOfId(id: string): ActorType {
  if (id === "clock") return "clock";
  return id === "platform" ? "platform" : "operator";
}

/** The actor of a record, from the head of the record. */
export function actorOfHead(head: { actorType: ActorType; actorId: string }): Actor {
  return { type: head.actorType, id: head.actorId };
}

/**
 * An actor as one text, the form of `changedBy` in facts and documents: the id alone where
 * `actorTypeOfId` gives the actor's type, and otherwise `type:id`. No id contains a colon.
 */
export function actorText({ type, id }: Actor): string {
  return actorTypeOfId(id) === type ? id : `${type}:${id}`;
}

/** The inverse of `actorText`. */
export function actorOfText(text: string): Actor {
  const at = text.indexOf(":");
  if (at < 0) return { type: actorTypeOfId(text), id: text };
  return { type: text.slice(0, at) as ActorType, id: text.slice(at + 1) };
}
