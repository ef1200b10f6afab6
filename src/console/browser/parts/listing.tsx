/** A list of things that are alike: a table on a wide screen, one card for each on a narrow one. */
import type { ComponentChildren } from "preact";
import type { Pages } from "../read.ts";
import { FailureBanner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Waiting } from "./waiting.tsx";

export type Column<T> = {
  /** "" for a column of buttons, which needs no heading to be understood. */
  heading: string;
  cell: (item: T) => ComponentChildren;
};

/**
 * All states of a list: being loaded, empty, there, not to be had. `label`: what the list is of. `empty`: what
 * is shown where there is nothing: say what would be here, and how to make the first.
 */
export function Listing<T>({
  pages,
  label,
  columns,
  keyOf,
  empty,
}: {
  pages: Pages<T>;
  label: string;
  columns: readonly Column<T>[];
  keyOf: (item: T) => string;
  empty: ComponentChildren;
}) {
  const { items, failure, busy, reload, more } = pages;
  if (items === undefined) return <Waiting failure={failure} again={reload} />;
  return (
    <>
      {failure !== undefined && (
        <FailureBanner failure={failure} again={more ?? reload} busy={busy} />
      )}
      {items.length === 0 ? (
        <div class="empty">{empty}</div>
      ) : (
        <table class="listing" aria-label={label} aria-busy={busy || undefined}>
          <thead>
            <tr>
              {columns.map(({ heading }) => (
                <th key={heading} scope="col">
                  {heading === "" ? <span class="visually-hidden">Actions</span> : heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={keyOf(item)}>
                {columns.map(({ heading, cell }) => (
                  <td key={heading} data-heading={heading}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more !== undefined && (
        <div class="actions more">
          <Button busy={busy} onClick={more}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** A short word about a thing's state. */
export function Badge({
  kind = "note",
  children,
}: {
  kind?: "good" | "note" | "bad";
  children: ComponentChildren;
}) {
  return <span class={`badge ${kind}`}>{children}</span>;
}
