/** What a page shows and has to be asked for: one answer, or the pages of a list. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Failure, Outcome } from "./outcome.ts";

export type Read<T> = {
  /** Undefined until the first answer has come. */
  data: T | undefined;
  failure: Failure | undefined;
  busy: boolean;
  /** Asks again; what is known stays shown meanwhile. */
  reload(): void;
};

/** Asks when the component is shown, and anew whenever one of `of` is another value. */
export function useRead<T>(load: () => Promise<Outcome<T>>, of: readonly unknown[] = []): Read<T> {
  const [known, setKnown] = useState<{ data?: T; failure?: Failure }>({});
  const [busy, setBusy] = useState(true);
  const [round, setRound] = useState(0);
  const asked = useRef<string>(undefined);
  useEffect(() => {
    let isWanted = true;
    const what = JSON.stringify(of);
    if (asked.current !== what) setKnown({});
    asked.current = what;
    setBusy(true);
    load().then((result) => {
      if (!isWanted) return;
      setBusy(false);
      setKnown((before) =>
        result.ok ? { data: result.data } : { ...before, failure: result.failure },
      );
    });
    return () => {
      isWanted = false;
    };
  }, [...of, round]);
  const reload = () => setRound((before) => before + 1);
  return { data: known.data, failure: known.failure, busy, reload };
}

type Page<T> = { items: T[]; nextCursor?: string | null | undefined };

export type Pages<T> = Omit<Read<T[]>, "data"> & {
  /** All items of the pages that were asked for; undefined until the first page has come. */
  items: T[] | undefined;
  /** Asks for the next page; undefined where there is none. */
  more: (() => void) | undefined;
};

/** All items of a list that is short by its nature, page by page. */
export function useAll<T>(
  load: (cursor: string | undefined) => Promise<Outcome<Page<T>>>,
  of: readonly unknown[] = [],
): Read<T[]> {
  return useRead(async () => {
    const items: T[] = [];
    let cursor: string | undefined;
    do {
      const page = await load(cursor);
      if (!page.ok) return page;
      items.push(...page.data.items);
      cursor = page.data.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return { ok: true, data: items };
  }, of);
}

/** A list by its cursor. `load` gets the cursor of the page, undefined for the first. */
export function usePages<T>(
  load: (cursor: string | undefined) => Promise<Outcome<Page<T>>>,
  of: readonly unknown[] = [],
): Pages<T> {
  const first = useRead(() => load(undefined), of);
  const [rest, setRest] = useState<{ of?: Page<T> | undefined; items: T[]; next?: string }>({
    items: [],
  });
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const isCurrent = rest.of === first.data && first.data !== undefined;
  const next = isCurrent ? rest.next : (first.data?.nextCursor ?? undefined);
  const further = isCurrent ? rest.items : [];

  async function more(): Promise<void> {
    if (busy || next === undefined) return;
    setBusy(true);
    const result = await load(next);
    setBusy(false);
    setFailure(result.ok ? undefined : result.failure);
    if (!result.ok) return;
    const { items, nextCursor } = result.data;
    const found = { of: first.data, items: [...further, ...items] };
    setRest(nextCursor ? { ...found, next: nextCursor } : found);
  }

  return {
    items: first.data === undefined ? undefined : [...first.data.items, ...further],
    failure: failure ?? first.failure,
    busy: first.busy || busy,
    reload() {
      setFailure(undefined);
      first.reload();
    },
    more: next === undefined ? undefined : () => void more(),
  };
}
