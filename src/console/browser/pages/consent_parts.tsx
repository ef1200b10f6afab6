/**
 * The parts that the consents to programs and to agents share: the decision, who asks, and what prevents an approval.
 */
import { useEffect, useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { type Change, useChange } from "../change.ts";
import { type Failure, outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { LogInAgain } from "../parts/log_in_again.tsx";
import type { Says } from "../parts/messages.ts";
import { OutsideText } from "../parts/outside_text.tsx";
import { Time } from "../parts/time.tsx";
import type { SessionState } from "../session.ts";
import { SAYS_OF_GUESSES } from "./device_code.tsx";

export type DeviceAuthorization = components["schemas"]["DeviceAuthorization"];
export type Approval = components["schemas"]["DeviceApproval"];
export type Active = Extract<SessionState, { kind: "active" }>;

/** What a page of consent is given. */
export type Consent = {
  code: string;
  device: DeviceAuthorization;
  active: Active;
  /** Called with the answer to the decision. */
  onDecided: (device: DeviceAuthorization) => void;
  /** It was decided or ended meanwhile. */
  onChanged: () => void;
};

export const NO_SCOPE = "Leave at least one, or deny.";

type Asked = { kind: "approve"; body: Approval } | { kind: "deny" };
export type Decision = Pick<Change<Asked>, "failure" | "again"> & {
  approve(body: Approval): void;
  deny(): void;
  /** Which of the two is under way; undefined while none is. */
  busyWith: Asked["kind"] | undefined;
};

/** The decision as one change: to approve or to deny. `onChanged`: called when the request was decided elsewhere. */
export function useDecision({
  code,
  onDecided,
  onChanged,
}: Pick<Consent, "code" | "onDecided" | "onChanged">): Decision {
  const [last, setLast] = useState<Asked["kind"]>();
  const { submit, busy, failure, again } = useChange((asked: Asked, key) => {
    const params = { path: { userCode: code } };
    const headers = keyed(key);
    if (asked.kind === "deny") {
      return outcome(api.POST("/oauth/device/{userCode}/deny", { params, headers }));
    }
    const { body } = asked;
    return outcome(api.POST("/oauth/device/{userCode}/approve", { params, body, headers }));
  }, onDecided);
  useEffect(() => {
    if (refusedWith(failure) === "state_conflict") onChanged();
  }, [failure]);
  const decide = (asked: Asked) => {
    setLast(asked.kind);
    void submit(asked);
  };
  return {
    failure,
    again,
    approve: (body) => decide({ kind: "approve", body }),
    deny: () => decide({ kind: "deny" }),
    busyWith: busy ? last : undefined,
  };
}

/** The code of a refusal; undefined of any other failure. */
export function refusedWith(failure: Failure | undefined): string | undefined {
  return failure?.kind === "refused" ? failure.code : undefined;
}

/**
 * Words for refusals of a decision. `resource_not_found` may be about the request, or about something that is granted.
 */
export function saysOf(failure: Failure | undefined): Says {
  const missing = failure?.kind === "refused" ? failure.details["resourceType"] : undefined;
  return {
    ...SAYS_OF_GUESSES,
    ...(missing === "device_authorization" && {
      resource_not_found: "Somebody else has decided about this program.",
    }),
    missing_required_permission:
      "You are no member of this company any more, so no program can act for you there.",
    mfa_verification_required:
      "The company asks for a second factor, and this session was begun without one.",
  };
}

/** The button that denies the request. */
export function Deny({ decision: { busyWith, deny } }: { decision: Decision }) {
  return (
    <Button
      kind="danger"
      busy={busyWith === "deny"}
      disabled={busyWith !== undefined}
      onClick={deny}
    >
      Deny
    </Button>
  );
}

/** Who asks: what can be known of it. */
export function Asker({ device, active }: Pick<Consent, "device" | "active">) {
  const { agentName, clientId, ipAddress, userAgent, requestedAt, expiresAt, resource } = device;
  const { describedBy, returnsTo } = device;
  const facts = [
    ...(agentName === undefined
      ? []
      : ([["Name", <OutsideText key="name" text={agentName} />]] as const)),
    ["Program", <OutsideText key="program" text={clientId} />],
    ["You are", active.user.email],
    ["Asked from", <code key="from">{ipAddress}</code>],
    ["Says it is", userAgent === "" ? "nothing" : <OutsideText key="userAgent" text={userAgent} />],
    ["Asked", <Time key="asked" at={requestedAt} />],
    ["You have until", <Time key="until" at={expiresAt} />],
    ["To use", <code key="resource">{resource}</code>],
    ...(describedBy === undefined ? [] : ([["Described by", describedBy]] as const)),
    ...(returnsTo === undefined ? [] : ([["Goes back to", returnsTo]] as const)),
  ] as const;
  return (
    <dl class="facts rows">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a person does who may not approve without a second factor: log in with it, or set one up first. */
export function NeedsFactor({ active }: Pick<Consent, "active">) {
  if (active.user.mfa.totp) return <LogInAgain />;
  return (
    <p>
      <a href="/console/security">Set up a second factor</a>, log in with it, and come back.
    </p>
  );
}

/** In the place of the wishes, for a person whom nothing can act for. */
export function NoCompany({
  what,
  active,
  decision,
}: Pick<Consent, "active"> & { what: string; decision: Decision }) {
  return (
    <>
      <p class="empty">
        You are in no company, and {what} acts for one. Ask an owner of yours to invite{" "}
        {active.user.email}, then come back.
      </p>
      <div class="actions">
        <Deny decision={decision} />
      </div>
    </>
  );
}
