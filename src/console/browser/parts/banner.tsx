/** Notices above what they are about: something was refused, the network is gone, something is done. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Failure } from "../outcome.ts";
import { Button } from "./button.tsx";
import { messageOf, type Says } from "./messages.ts";

/** A notice that is read out when it appears. `kind`: its colour and how urgent it is. */
export function Banner({
  kind,
  children,
}: {
  kind: "good" | "note" | "bad";
  children: ComponentChildren;
}) {
  return (
    <div class={`banner ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

/**
 * Says why there is no answer. `again`: makes another attempt, with the same key where it is a change.
 * `takesFocus`: the notice is what the person has to deal with next.
 */
export function FailureBanner({
  failure,
  again,
  says,
  busy = false,
  takesFocus = false,
}: {
  failure: Failure;
  again?: (() => void) | undefined;
  says?: Says | undefined;
  busy?: boolean;
  takesFocus?: boolean;
}) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) banner.current?.focus();
  }, [failure]);
  const mayHelp = failure.kind === "offline" || failure.status >= 500 || failure.status === 429;
  return (
    <div class="banner bad" role="alert" tabIndex={-1} ref={banner}>
      <p>{messageOf(failure, says)}</p>
      {failure.kind === "refused" && failure.code === "mfa_verification_required" && (
        <p>
          <a href="/console/security">Your second factor</a>
        </p>
      )}
      {failure.kind === "refused" && failure.requestId !== "" && (
        <p class="small">
          Request <code>{failure.requestId}</code>
        </p>
      )}
      {mayHelp && again !== undefined && (
        <Button kind="plain" busy={busy} onClick={again}>
          Try again
        </Button>
      )}
    </div>
  );
}
