/**
 * Who acts. A record names two: its principal is the credential that asked, its actor is who stands
 * behind that credential. For a Product key, the clock and the platform both have the same id.
 */
import type { Actor } from "./formats.ts";

export type ActorType = Actor["type"];

/** By the byte that a record stores for it. A byte is never given another meaning. */
export const ACTOR_TYPES = [
  "operator",
  "customer",
  "agent",
  "clock",
  "provider",
  "platform",
  "user",
] as const satisfies readonly ActorType[];

/**
 * The type that an id alone says: all that records of version 1, and facts and documents of their
 * time, know of their actor.
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
 * An actor as one text, as facts and documents keep it in `changedBy`: the id, with its type before
 * it where the id alone says another one. No id holds a colon.
 */
export function actorText({ type, id }: Actor): string {
  return actorTypeOfId(id) === type ? id : `${type}:${id}`;
}

/** The actor whose text `actorText` made. */
export function actorOfText(text: string): Actor {
  const at = text.indexOf(":");
  if (at < 0) return { type: actorTypeOfId(text), id: text };
  return { type: text.slice(0, at) as ActorType, id: text.slice(at + 1) };
}
