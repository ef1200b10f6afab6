/** What stands in the place of an answer that is not there yet, or that did not come. */
import type { Failure } from "../outcome.ts";
import { FailureBanner } from "./banner.tsx";

/** `failure`: why there is no answer; undefined while it is waited for. */
export function Waiting({
  failure,
  again,
}: {
  failure?: Failure | undefined;
  again?: (() => void) | undefined;
}) {
  if (failure !== undefined) return <FailureBanner failure={failure} again={again} />;
  return (
    <div class="waiting" role="status">
      <span class="visually-hidden">Loading</span>
    </div>
  );
}

/** In the place of a whole page; nothing is seen of it when it is over at once. */
export function WaitingPage() {
  return (
    <main class="alone late">
      <Waiting />
    </main>
  );
}
