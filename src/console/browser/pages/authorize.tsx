/**
 * A program has sent the person's browser here, to ask to be let in. Whoever has no session logs in or signs up
 * first and comes back; after the decision the browser goes back to the program.
 */
import { useState } from "preact/hooks";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { takeRequestHandle } from "../request_handle.ts";
import { loadSession, useSession } from "../session.ts";
import { DeviceAsked } from "./device_asked.tsx";
import { TITLE } from "./device_code.tsx";
import { NoRequest } from "./going_back.tsx";

const NEXT = `?next=${encodeURIComponent("/console/authorize")}`;

export function Authorize() {
  const session = useSession();
  const [handle] = useState(takeRequestHandle);
  if (handle === undefined) return <NoRequest />;
  if (session.kind === "active") return <DeviceAsked code={handle} active={session} isSent />;
  if (session.kind === "none") return <Entrance />;
  const failure = session.kind === "failed" ? session.failure : undefined;
  return (
    <Alone>
      <Page title={TITLE}>
        <Waiting failure={failure} again={() => void loadSession()} />
      </Page>
    </Alone>
  );
}

/** For people who are not logged in. */
function Entrance() {
  return (
    <Alone>
      <Page title={TITLE} lead="A program has sent you here, and wants to act for you.">
        <p>Who are you? You see what it asks for afterwards, and decide then.</p>
        <div class="actions stacked">
          <a class="button main" href={`/console/login${NEXT}`}>
            Log in
          </a>
          <a class="button plain" href={`/console/signup${NEXT}`}>
            Create an account
          </a>
        </div>
        <p class="hint">You have not started a program just now? Then close this page.</p>
      </Page>
    </Alone>
  );
}
