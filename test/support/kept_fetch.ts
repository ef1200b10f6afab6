/**
 * `fetch` for requests that come after a pause, and may be sent twice. A server closes a connection that is idle, and a
 * process that had no turn for some seconds hears of the end only when its next request has failed. Such a request was
 * never answered, and is sent once more.
 */
export const keptFetch = async (...request: Parameters<typeof fetch>): ReturnType<typeof fetch> => {
  try {
    return await fetch(...request);
  } catch (error) {
    if (!isEndOfIdle(error)) throw error;
    return await fetch(...request);
  }
};

/** Whether a connection that had served before was closed before it had any answer to this request. */
function isEndOfIdle(error: unknown): boolean {
  const { code, socket } = ((error as Error).cause ?? {}) as {
    code?: string;
    socket?: { bytesRead: number };
  };
  return code === "UND_ERR_SOCKET" && (socket?.bytesRead ?? 0) > 0;
}
