/** A dialog above the page: the browser keeps the focus inside, Escape closes it, the focus comes back. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/**
 * Shown as long as it is drawn. `onClose` is called when the person closes it; the dialog is gone when its
 * parent draws it no more. `isLocked`: only a button inside closes it, as for a secret that is shown once.
 */
export function Dialog({
  title,
  onClose,
  isLocked = false,
  children,
}: {
  title: string;
  onClose: () => void;
  isLocked?: boolean;
  children: ComponentChildren;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isLocked) onClose();
      }}
      // A browser closes at a second Escape whatever was said to the first.
      onClose={() => (isLocked ? dialog.current?.showModal() : onClose())}
    >
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
