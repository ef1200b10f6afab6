/**
 * The streams that tell clients of 2026-07-28 that their tools have changed (`subscriptions/listen`).
 * Guarantees: a stream gets notifications of its own grant alone; it ends when its grant, its agent or its key is revoked,
 * and after `STREAM_LASTS_MS` at the latest, so it never outlives an access token; a grant, and a key, has at most
 * `STREAMS_OF_GRANT_MAX`. What a key may do never changes, so its streams get no notification.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import type { Announcement } from "../contract/declare/announcement.ts";

/** As long as an access token lasts, milliseconds. */
export const STREAM_LASTS_MS = 600_000;
/** Open streams of one grant, and of all grants on one edge. */
export const STREAMS_OF_GRANT_MAX = 1_000;
export const STREAMS_MAX = 4_000;

/** Whose stream it is, of a grant or a key, and what ends it. `agentMemberId`: the agent that the grant is of. */
export type StreamOwner = { credentialId: string; agentMemberId?: string; end(): void };

type Listener = (event: ServerEvent) => void;
type Stream = { owner: StreamOwner; listener: Listener };

export type Subscriptions = {
  readonly bus: ServerEventBus;
  /** Runs `serve`; a stream that it opens belongs to the owner. */
  within<T>(owner: StreamOwner, serve: () => Promise<T>): Promise<T>;
  /** Whether the grant or the key may open one more. */
  hasRoom(credentialId: string): boolean;
  /** To be called with each announcement, after the credentials have applied it. */
  told(announcement: Announcement): void;
};

/** The streams of one edge. */
export function openSubscriptions(): Subscriptions {
  const owners = new AsyncLocalStorage<StreamOwner>();
  const byCredential = new Map<string, Set<Stream>>();

  function open(owner: StreamOwner, listener: Listener): () => void {
    const { credentialId } = owner;
    const stream = { owner, listener };
    const streams = byCredential.get(credentialId) ?? new Set();
    byCredential.set(credentialId, streams.add(stream));
    const timer = setTimeout(() => owner.end(), STREAM_LASTS_MS).unref();
    return () => {
      clearTimeout(timer);
      streams.delete(stream);
      if (streams.size === 0) byCredential.delete(credentialId);
    };
  }

  function change(streams: Iterable<Stream>, isRevoked: boolean): void {
    for (const { owner, listener } of [...streams]) {
      if (isRevoked) owner.end();
      else listener({ kind: "tools_list_changed" });
    }
  }

  return {
    bus: {
      subscribe(listener) {
        const owner = owners.getStore();
        if (owner === undefined) throw new Error("a stream is opened by a request");
        return open(owner, listener);
      },
      publish(event) {
        for (const streams of byCredential.values()) {
          for (const { listener } of [...streams]) listener(event);
        }
      },
    },
    within: (owner, serve) => owners.run(owner, serve),
    hasRoom: (credentialId) => (byCredential.get(credentialId)?.size ?? 0) < STREAMS_OF_GRANT_MAX,
    told(announcement) {
      if (announcement.kind === "agent_grant") {
        const { agentGrantId, revokedAtMs } = announcement.agentGrant;
        change(byCredential.get(agentGrantId) ?? [], revokedAtMs !== undefined);
      } else if (announcement.kind === "api_key") {
        const { apiKeyId, status } = announcement.key;
        if (status === "revoked") change(byCredential.get(apiKeyId) ?? [], true);
      } else if (announcement.kind === "agent_member") {
        const { agentMemberId, revokedAtMs } = announcement.agentMember;
        if (revokedAtMs === undefined) return;
        const all = [...byCredential.values()].flatMap((streams) => [...streams]);
        change(
          all.filter(({ owner }) => owner.agentMemberId === agentMemberId),
          true,
        );
      }
    },
  };
}
