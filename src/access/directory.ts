/**
 * Where an edge looks up which companies, members, Products and credentials there are: a view of the
 * platform shard. What the view does not show yet was announced to the edge.
 */
import type { AnnouncedSubject, Announcement } from "../contract/declare/announcement.ts";
import type { Frames } from "./kept.ts";

export type Directory = Frames & {
  /**
   * The announcement of the subject as the newest view shows it; undefined where there is none. Throws
   * where the view is damaged.
   */
  find(subject: AnnouncedSubject): Announcement | undefined;
  /** The public id of the session or token whose text has the identity. Throws as `find` does. */
  idOfIdentity(identity: string): string | undefined;
};

/** A directory that shows nothing, for threads to which everything is announced. */
export const NO_DIRECTORY: Directory = Object.freeze({
  acknowledged: 1,
  viewed: 0,
  find: () => undefined,
  idOfIdentity: () => undefined,
});

/** Narrows the announcement that a directory has found to the kind of its subject. */
export function announcedAs<K extends Announcement["kind"]>(
  kind: K,
  found: Announcement | undefined,
): Extract<Announcement, { kind: K }> | undefined {
  return found?.kind === kind ? (found as Extract<Announcement, { kind: K }>) : undefined;
}
