/** How an edge asks the outbox, over main, for documents of strangers that preparations need. */
import type { Documents } from "../calls/prepare.ts";
import type { FetchedDocument } from "../contract/declare/fetched_document.ts";

/** The most documents of one edge that the outbox has not answered; more are not asked for. */
export const ASKED_MAX = 64;

/** `ask`: asks the outbox, which answers within its own time; rejects where main has ended. */
export function askedDocuments(
  ask: (url: string) => Promise<FetchedDocument>,
  { allowsLoopback }: { allowsLoopback: boolean },
): Documents {
  let underWay = 0;
  return {
    allowsLoopback,
    async fetch(url) {
      if (underWay >= ASKED_MAX) return { fault: "busy" };
      underWay++;
      try {
        return await ask(url);
      } catch {
        return { fault: "busy" };
      } finally {
        underWay--;
      }
    },
  };
}
