/** A page's heading, and what belongs to it: the title of the tab and where the focus goes. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { usePageLocation } from "../router.ts";
import { Banner } from "./banner.tsx";

/**
 * The heading takes the focus when the person has come from another page, so that the next key press and the
 * next word of a screen reader belong to this page. A notice that the page before has handed over stands
 * below it. `actions`: buttons beside the heading.
 */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { number, handed } = usePageLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  useEffect(() => {
    if (number > 0) heading.current?.focus();
  }, [number]);
  const { notice } = handed;
  return (
    <>
      <header class="heading">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {typeof notice === "string" && <Banner kind="note">{notice}</Banner>}
      {children}
    </>
  );
}
