/** What becomes of a program's request, by its code: to be decided, decided, too late, or not there. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api.ts";
import { outcome } from "../outcome.ts";
import { FailureBanner } from "../parts/banner.tsx";
import { focusHeading } from "../parts/focus.ts";
import { Alone } from "../parts/layout.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useRead } from "../read.ts";
import { usePageLocation } from "../router.ts";
import { AgentConsent } from "./agent_consent.tsx";
import type { Active, DeviceAuthorization } from "./consent_parts.tsx";
import { DeviceCode, SAYS_OF_GUESSES, TITLE } from "./device_code.tsx";
import { DeviceConsent } from "./device_consent.tsx";
import { GoingBack, NoRequest } from "./going_back.tsx";

/** `isSent`: the program has sent the browser, and goes on when it comes back; `code` is then a handle. */
export function DeviceAsked({
  code,
  active,
  isSent = false,
}: {
  code: string;
  active: Active;
  isSent?: boolean;
}) {
  const { number } = usePageLocation();
  const device = useRead(
    () => outcome(api.GET("/oauth/device/{userCode}", { params: { path: { userCode: code } } })),
    [code, number],
  );
  const [decided, setDecided] = useState<DeviceAuthorization>();
  const { data, failure, busy, reload } = device;
  useEffect(() => {
    if (decided !== undefined) focusHeading();
  }, [decided]);
  if (failure?.kind === "refused" && failure.code === "resource_not_found") {
    if (isSent) return <NoRequest />;
    return <DeviceCode typed={code} failure={failure} />;
  }
  if (data === undefined) {
    return (
      <Alone>
        <Page title={TITLE}>
          {failure === undefined ? (
            <Waiting />
          ) : (
            <FailureBanner failure={failure} again={reload} busy={busy} says={SAYS_OF_GUESSES} />
          )}
        </Page>
      </Alone>
    );
  }
  const shown = decided ?? data;
  const { redirectTo, returnsTo = "", status } = shown;
  if (redirectTo !== undefined) {
    return <GoingBack to={redirectTo} where={returnsTo} isIn={status === "approved"} />;
  }
  if (shown.status === "pending") {
    const Asks = shown.agentName === undefined ? DeviceConsent : AgentConsent;
    return (
      <Asks code={code} device={shown} active={active} onDecided={setDecided} onChanged={reload} />
    );
  }
  return <Over device={shown} isNow={decided !== undefined} isSent={isSent} />;
}

/** `isNow`: whether the person has decided on this page just now. */
function Over({
  device,
  isNow,
  isSent,
}: {
  device: DeviceAuthorization;
  isNow: boolean;
  isSent: boolean;
}) {
  const { agentName, clientId } = device;
  const isAgent = agentName !== undefined;
  const what = isAgent ? "The agent" : "The program";
  const named = (
    <strong>
      {isAgent ? (
        <>
          “<OutsideText text={agentName} />”
        </>
      ) : (
        clientId
      )}
    </strong>
  );
  switch (device.status) {
    case "approved":
    case "consumed":
      return (
        <Said title={isNow ? `${what} is let in` : `${what} was let in already`}>
          <p>
            {isAgent && "What calls itself "}
            {named} acts for you in {device.company?.name ?? "your company"}.{" "}
            {isAgent ? (
              <>
                On the page <a href="/console/agents">Agents</a> you see what it may do, narrow it,
                and shut it out.
              </>
            ) : (
              <>
                You find it among your <a href="/console/sessions">sessions</a>, where you can end
                it.
              </>
            )}
          </p>
        </Said>
      );
    case "denied":
      return (
        <Said title={isNow ? `${what} stays out` : `${what} was denied already`}>
          <p>
            {named} gets nothing. If somebody has sent you here, tell the owner of your company.
          </p>
        </Said>
      );
    default:
      return (
        <Said title="Too late">
          <p>
            The {isSent ? "request" : "code"} of {named} was good for a quarter of an hour. Begin
            again in the program{isSent ? "." : ", and use its new code."}
          </p>
          {!isSent && (
            <p>
              <a href="/console/device">Write another code</a>
            </p>
          )}
        </Said>
      );
  }
}

function Said({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Alone>
      <Page title={title}>
        {children}
        <p>You can close this page.</p>
      </Page>
    </Alone>
  );
}
