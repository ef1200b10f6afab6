/**
 * Where the browser is, by its history: links and `navigate` change the page without loading it anew.
 * Guarantees: only addresses below `/console` of this host are gone to; every other link is the browser's.
 */
import { useEffect, useState } from "preact/hooks";

export type PageLocation = {
  path: string;
  query: URLSearchParams;
  /** What stands behind `#`, as `name=value` pairs. It is never sent to a server. */
  fragment: URLSearchParams;
  /** What the page before has handed over; it survives a reload, and no address shows it. */
  handed: Readonly<Record<string, unknown>>;
  /** 0 for the page that was loaded, then one more with each change of the page. */
  number: number;
};

const ROOT = "/console";
const listeners = new Set<(current: PageLocation) => void>();
let current = locationNow(0);

/** The page that the browser shows; the component is drawn anew when it changes. */
export function usePageLocation(): PageLocation {
  const [known, setKnown] = useState(current);
  useEffect(() => {
    setKnown(current);
    listeners.add(setKnown);
    return () => {
      listeners.delete(setKnown);
    };
  }, []);
  return known;
}

/** What `usePageLocation` answers, for code outside of a component: it is not called again when the page changes. */
export function currentLocation(): PageLocation {
  return current;
}

/** Goes to a path of the pages. `replace`: the page that is left is not one to come back to. */
export function navigate(
  to: string,
  { replace = false, handed = {} }: { replace?: boolean; handed?: Record<string, unknown> } = {},
): void {
  if (replace) history.replaceState(handed, "", to);
  else history.pushState(handed, "", to);
  arrive();
}

/** Takes what stands behind `#` out of the address, so that no history and no glance keeps a secret. */
export function forgetFragment(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Puts what the page shows into its address, for a reload and for others, without leaving the page. */
export function keepInAddress(query: Readonly<Record<string, string>>): void {
  const search = new URLSearchParams(query).toString();
  history.replaceState(history.state, "", `${location.pathname}?${search}${location.hash}`);
}

/** Follows the links and the history of the document. Called once. */
export function startRouter(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const to = linkOf(event);
    if (to === undefined) return;
    event.preventDefault();
    navigate(to);
  });
}

function arrive(): void {
  current = locationNow(current.number + 1);
  scrollTo(0, 0);
  for (const listener of listeners) listener(current);
}

function locationNow(number: number): PageLocation {
  const { pathname, search, hash } = location;
  return {
    path: pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname,
    query: new URLSearchParams(search),
    fragment: new URLSearchParams(hash.slice(1)),
    handed: (history.state ?? {}) as Record<string, unknown>,
    number,
  };
}

/** The address of a plain click on a link to one of these pages; undefined for all else. */
function linkOf(event: MouseEvent): string | undefined {
  const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const anchor = target instanceof Element ? target.closest("a") : null;
  if (anchor === null || anchor.target !== "" || anchor.hasAttribute("download")) return;
  const { origin, pathname, search, hash } = new URL(anchor.href, location.href);
  if (origin !== location.origin) return;
  if (pathname !== ROOT && !pathname.startsWith(`${ROOT}/`)) return;
  if (hash !== "" && pathname === location.pathname) return;
  return pathname + search + hash;
}
