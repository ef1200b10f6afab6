/** A button. While its change is under way it says so, keeps the focus and does nothing. */
import type { ComponentChildren } from "preact";

/** `busy`: the button's change is under way. `disabled`: nothing can be changed now. */
export function Button({
  children,
  kind = "plain",
  type = "button",
  busy = false,
  disabled = false,
  onClick,
  label,
}: {
  children: ComponentChildren;
  /** `main`: what the page is for. `danger`: ends or removes something. `quiet`: without a frame. */
  kind?: "main" | "plain" | "danger" | "quiet";
  type?: "button" | "submit";
  busy?: boolean;
  disabled?: boolean;
  onClick?: (() => void) | undefined;
  /** What a screen reader says where the children alone do not tell, such as "Revoke the key CI". */
  label?: string;
}) {
  const isOff = busy || disabled;
  return (
    <button
      type={type}
      class={`button ${kind}`}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      aria-label={label}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}
