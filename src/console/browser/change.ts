/**
 * One intended change, from the click to the answer. Guarantees: one at a time; each has one
 * Idempotency-Key, which every further attempt at it has too, until the server has said what became of it.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Failure, isUncertain, type Outcome } from "./outcome.ts";

export type Change<Input> = {
  /** Sends the change; while one is under way, nothing happens. */
  submit(input: Input): Promise<void>;
  /** Makes another attempt at the last change. */
  again(): Promise<void>;
  busy: boolean;
  failure: Failure | undefined;
  /** Forgets the failure and the key: the next change is another one. */
  clear(): void;
};

type Intent<Input> = { input: Input; text: string; key: string };

/**
 * `send` makes one attempt; `done` is called with the answer, if the component is still there. An attempt
 * whose outcome is not known is repeated under its key where the input is the same again.
 */
export function useChange<Input, Result>(
  send: (input: Input, key: string) => Promise<Outcome<Result>>,
  done: (result: Result, input: Input) => unknown,
): Change<Input> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const intent = useRef<Intent<Input>>(undefined);
  const isUnderWay = useRef(false);
  const isThere = useIsThere();

  async function attempt({ input, key }: Intent<Input>): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      const result = await send(input, key);
      if (result.ok || !isUncertain(result.failure)) intent.current = undefined;
      if (!isThere.current) return;
      setFailure(result.ok ? undefined : result.failure);
      if (result.ok) await done(result.data, input);
    } finally {
      isUnderWay.current = false;
      if (isThere.current) setBusy(false);
    }
  }

  return {
    busy,
    failure,
    async submit(input) {
      if (isUnderWay.current) return;
      const text = JSON.stringify(input);
      if (intent.current?.text !== text) {
        intent.current = { input, text, key: crypto.randomUUID() };
      }
      await attempt(intent.current);
    },
    async again() {
      if (intent.current !== undefined) await attempt(intent.current);
    },
    clear() {
      intent.current = undefined;
      setFailure(undefined);
    },
  };
}

/** Whether the component that asks is still shown. */
export function useIsThere(): { current: boolean } {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}
