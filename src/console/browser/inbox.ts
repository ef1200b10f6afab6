/**
 * What agents ask for in live, as it changes: how many requests wait for a person, and that something is new. All tabs
 * of a session that act for one company share one stream, because a browser opens only six connections to a host by
 * HTTP/1.1, and a stream keeps one: the tab that has the lock follows the stream and tells the others. When the tab is
 * closed, the lock goes to another one. While no stream is there the pages ask every few seconds; so they do where the
 * browser has no locks, at a console by plain HTTP on another machine.
 */
import { useEffect, useState } from "preact/hooks";
import { api } from "./api.ts";
import { follow } from "./event_stream.ts";
import { outcome } from "./outcome.ts";
import { readAloud } from "./parts/live_region.tsx";
import { useRepeated } from "./repeat.ts";
import { type SessionState, useSession } from "./session.ts";

const STREAM = "/agent-approvals/stream";
/** Items that a call asks for: the most that it may. */
const LIMIT = 100;

/**
 * `waiting`: undefined until it is known. `changes`: one more with each message. `isFollowed`: whether a stream tells
 * of changes.
 */
export type Inbox = { waiting: number | undefined; changes: number; isFollowed: boolean };

/** What tabs say to each other. `asked`: a tab has opened, and knows nothing yet. */
type Said = { kind: "asked" } | { kind: "state"; waiting: number | undefined; isFollowed: boolean };

const UNKNOWN: Inbox = { waiting: undefined, changes: 0, isFollowed: false };
const listeners = new Set<(inbox: Inbox) => void>();
let inbox = UNKNOWN;

/** The inbox of the company that the tab acts for; the component is drawn anew when it changes. */
export function useInbox(): Inbox {
  const [known, setKnown] = useState(inbox);
  useEffect(() => {
    setKnown(inbox);
    listeners.add(setKnown);
    return () => {
      listeners.delete(setKnown);
    };
  }, []);
  return known;
}

/** Calls `reload` after each change. `isOn`: whether anything that the page shows may still change. */
export function useInboxChanges(reload: () => void, isOn = true): void {
  const { changes, isFollowed } = useInbox();
  const [seen, setSeen] = useState(changes);
  useEffect(() => {
    if (isOn && changes !== seen) reload();
    setSeen(changes);
  }, [changes]);
  useRepeated(reload, isOn && !isFollowed);
}

/** Keeps the inbox of the session's company up to date while the component is shown. Used once, by the layout. */
export function useFollowedInbox(): Inbox {
  const name = nameOf(useSession());
  const known = useInbox();
  useEffect(() => (name === undefined ? undefined : followed(name)), [name]);
  useRepeated(() => void count(), name !== undefined && !known.isFollowed);
  return known;
}

/**
 * The name of the channel between tabs: one in every tab of the session that acts for the company, another elsewhere.
 */
function nameOf(active: SessionState): string | undefined {
  if (active.kind !== "active" || active.tenantId === "") return undefined;
  return `approvals ${active.session.sessionId} ${active.tenantId}`;
}

/** Follows the stream, or the tab that does; returns what ends that. */
function followed(name: string): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const channel = new BroadcastChannel(name);
  let isOwn = false;
  const tell = () => {
    const { waiting, isFollowed } = inbox;
    channel.postMessage({ kind: "state", waiting, isFollowed } satisfies Said);
  };
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.kind === "state") become(data);
    else if (isOwn) tell();
  };
  channel.postMessage({ kind: "asked" } satisfies Said);
  const lead = async () => {
    isOwn = true;
    await follow(STREAM, signal, {
      onMessage({ event, data }) {
        if (event !== "agent_approvals.changed") return;
        become({ waiting: (data as { waiting: number }).waiting, isFollowed: true });
        tell();
      },
      onState(isFollowed) {
        if (isFollowed === inbox.isFollowed) return;
        keep({ ...inbox, isFollowed });
        tell();
      },
    });
  };
  // What ends the wait for the lock is no fault.
  locksOf(navigator)
    ?.request(name, { signal }, lead)
    .catch(() => {});
  return () => {
    if (isOwn) channel.postMessage({ kind: "state", ...inbox, isFollowed: false } satisfies Said);
    leaving.abort();
    channel.close();
    keep(UNKNOWN);
  };
}

/** Undefined where the connection is not secure. */
function locksOf({ locks }: { locks?: LockManager }): LockManager | undefined {
  return locks;
}

/** Asks how many wait, where no stream says so. */
async function count(): Promise<void> {
  const query = { status: "pending", limit: LIMIT } as const;
  const pending = await outcome(api.GET("/agent-approvals", { params: { query } }));
  if (pending.ok && !inbox.isFollowed) keep({ ...inbox, waiting: pending.data.items.length });
}

function become({ waiting, isFollowed }: Pick<Inbox, "waiting" | "isFollowed">): void {
  const before = inbox.waiting ?? waiting ?? 0;
  keep({ waiting, isFollowed, changes: inbox.changes + 1 });
  if ((waiting ?? 0) > before)
    readAloud(`An agent asks for something. Requests that wait: ${waiting}.`);
}

function keep(next: Inbox): void {
  inbox = next;
  for (const listener of listeners) listener(next);
}
