/**
 * A program asks to be let in. The page is found by the program's own link, or its code is typed. Whoever has
 * no session logs in or signs up first and comes back; what the link says of the person behind its `#`
 * fills those forms in.
 */
import { useEffect } from "preact/hooks";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { currentLocation, forgetFragment, usePageLocation } from "../router.ts";
import { loadSession, useSession } from "../session.ts";
import { devicePath, userCodeIn } from "../user_code.ts";
import { DeviceAsked } from "./device_asked.tsx";
import { DeviceCode, TITLE } from "./device_code.tsx";
import { hintsOf } from "./entrance.ts";

export function Device() {
  const session = useSession();
  const text = usePageLocation().query.get("user_code");
  const code = userCodeIn(text);
  const isKnown = session.kind === "active";
  // What it says of the person has served its purpose.
  useEffect(() => {
    if (isKnown && location.hash !== "") forgetFragment();
  }, [isKnown]);
  if (session.kind === "none") return <Entrance code={code} />;
  if (session.kind !== "active") {
    const failure = session.kind === "failed" ? session.failure : undefined;
    return (
      <Alone>
        <Page title={TITLE}>
          <Waiting failure={failure} again={() => void loadSession()} />
        </Page>
      </Alone>
    );
  }
  if (code === undefined) return <DeviceCode typed={text ?? ""} />;
  return <DeviceAsked key={code} code={code} active={session} />;
}

/** For people who are not logged in. */
function Entrance({ code }: { code: string | undefined }) {
  const { fragment } = currentLocation();
  // Whoever is described as a new customer is one, more likely than not.
  const isNew = fragment.has("name") || fragment.has("company");
  const query = `?next=${encodeURIComponent(devicePath(code))}${hintsOf()}`;
  const login = { path: `/console/login${query}`, label: "Log in" };
  const signup = { path: `/console/signup${query}`, label: "Create an account" };
  const [first, second] = isNew ? [signup, login] : [login, signup];
  return (
    <Alone>
      <Page
        title={TITLE}
        lead={
          code === undefined ? (
            "A program wants to act for you."
          ) : (
            <>
              A program wants to act for you. It shows the code{" "}
              <strong class="whole">{code}</strong>.
            </>
          )
        }
      >
        <p>Who are you? You see what it asks for afterwards, and decide then.</p>
        <div class="actions stacked">
          <a class="button main" href={first.path}>
            {first.label}
          </a>
          <a class="button plain" href={second.path}>
            {second.label}
          </a>
        </div>
        <p class="hint">You have not started a program just now? Then close this page.</p>
      </Page>
    </Alone>
  );
}
