/**
 * An endpoint of a protocol whose modules are many, so that an edge loads them for its first request. Requests that
 * come meanwhile wait for them.
 */
import type { ProtocolCall } from "./call.ts";
import type { Calls } from "./calls.ts";

/** What answers the requests of a protocol. `body`: of the request, whole. */
export type ProtocolEndpoint = { answer(call: ProtocolCall, body: string): void };

export type LoadedEndpoint<E extends ProtocolEndpoint> = ProtocolEndpoint & {
  /** Undefined until the modules are loaded. */
  readonly opened: E | undefined;
};

/** `open` loads the modules and opens the endpoint. A failure is not kept: the next request tries again. */
export function loadedEndpoint<E extends ProtocolEndpoint>(
  calls: Pick<Calls, "fail">,
  open: () => Promise<E>,
): LoadedEndpoint<E> {
  let opened: E | undefined;
  let opening: Promise<E> | undefined;

  async function openOnce(): Promise<E> {
    opening ??= open();
    try {
      opened = await opening;
      return opened;
    } catch (cause) {
      opening = undefined;
      throw cause;
    }
  }

  async function answerWhenOpened(call: ProtocolCall, body: string): Promise<void> {
    try {
      const endpoint = await openOnce();
      if (!call.isFinished) endpoint.answer(call, body);
    } catch (cause) {
      calls.fail(call, cause);
    }
  }

  return {
    get opened() {
      return opened;
    },
    answer(call, body) {
      if (opened === undefined) void answerWhenOpened(call, body);
      else opened.answer(call, body);
    },
  };
}
