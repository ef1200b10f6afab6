/** Progress notifications of a call, for a client that asks for them: that the call is under way. */
import type { ServerContext } from "@modelcontextprotocol/server";

/** Between two notices of one call, milliseconds. */
const NOTICE_MS = 1_000;

/**
 * Sends a notification at once, and one every second while the call goes on. Returns the function that ends this.
 * Sends nothing where the client has not asked (`progressToken`).
 */
export function reportProgress(
  { _meta: meta, notify }: ServerContext["mcpReq"],
  name: string,
): () => void {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const tell = () => {
    const params = { progressToken, progress, message: `${name.slice(0, 64)} is under way` };
    progress++;
    // A client that is gone hears nothing; the call ends by itself.
    notify({ method: "notifications/progress", params }).catch(() => {});
  };
  tell();
  const timer = setInterval(tell, NOTICE_MS);
  return () => clearInterval(timer);
}
