/** Where the focus goes when what had it is gone. */

/** To the heading of the page. */
export function focusHeading(): void {
  document.querySelector("h1")?.focus();
}
