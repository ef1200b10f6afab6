/**
 * Calls between two threads of this process over a message port: named methods, one answer each.
 */
import type { MessagePort, TransferListItem, Worker } from "node:worker_threads";

export type Handlers = Record<string, (argument: never) => unknown>;

type Call = { call: number; method: string; argument: unknown };
type Answer = { answer: number; result?: unknown; error?: string };

export type Rpc = {
  /** Resolves with what the other side's handler returned; rejects with its message. */
  call<R>(method: string, argument?: unknown, transfer?: readonly TransferListItem[]): Promise<R>;
  /**
   * To be called when the other side has ended: rejects all calls that wait, and all later calls.
   */
  end(error: Error): void;
};

/** Answers the other side's calls with `handlers` and makes calls to it. */
export function openRpc(port: MessagePort | Worker, handlers: Handlers): Rpc {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let next = 1;
  let ended: Error | undefined;
  port.on("message", (message: Call | Answer) => {
    if ("call" in message) {
      answer(message).then((reply) => port.postMessage(reply));
      return;
    }
    const waiter = waiting.get(message.answer);
    waiting.delete(message.answer);
    if (message.error === undefined) waiter?.resolve(message.result);
    else waiter?.reject(new Error(message.error));
  });

  async function answer({ call, method, argument }: Call): Promise<Answer> {
    const handler = handlers[method];
    if (handler === undefined) return { answer: call, error: `no method ${method}` };
    try {
      return { answer: call, result: await handler(argument as never) };
    } catch (cause) {
      return { answer: call, error: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  return {
    call<R>(method: string, argument?: unknown, transfer: readonly TransferListItem[] = []) {
      if (ended !== undefined) return Promise.reject<R>(ended);
      const call = next++;
      return new Promise<R>((resolve, reject) => {
        waiting.set(call, { resolve: resolve as (result: unknown) => void, reject });
        port.postMessage({ call, method, argument } satisfies Call, transfer);
      });
    },
    end(error) {
      ended ??= error;
      for (const { reject } of waiting.values()) reject(ended);
      waiting.clear();
    },
  };
}
