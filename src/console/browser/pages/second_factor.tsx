/** The second factor: whether there is one, how to set it up, how to turn it off. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner, FailureBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Badge } from "../parts/listing.tsx";
import { LogInAgain } from "../parts/log_in_again.tsx";
import { Time } from "../parts/time.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useRead } from "../read.ts";
import { rememberUser, type User } from "../session.ts";
import { Enrollment, type TotpEnrollment } from "./enrollment.tsx";
import { RecoveryCodes } from "./recovery_codes.tsx";
import { TurningOff } from "./turning_off.tsx";

/** With this many recovery codes left, it is time for new ones. */
const FEW = 3;

type Step =
  | { kind: "none" }
  | { kind: "enrolling"; enrollment: TotpEnrollment }
  | { kind: "codes"; codes: string[] }
  | { kind: "turningOff" }
  | { kind: "said"; says: string };

/** `hasFactor`: whether this session was begun with the second factor. */
export function SecondFactor({ user, hasFactor }: { user: User; hasFactor: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const factor = useRead(() => outcome(api.GET("/users/me/mfa")));
  const [step, setStep] = useState<Step>({ kind: "none" });
  const begin = useChange(
    (_: null, key) => outcome(api.POST("/users/me/mfa/totp/enrollment", { headers: keyed(key) })),
    (enrollment) => setStep({ kind: "enrolling", enrollment }),
  );

  /** Shows what is so now, on every page. */
  function change(next: Step, isEnrolled: boolean): void {
    setStep(next);
    rememberUser({ ...user, mfa: { totp: isEnrolled } });
    factor.reload();
  }
  const say = (says: string) => setStep({ kind: "said", says });
  // The button that led to it is gone.
  useEffect(() => {
    if (step.kind === "said") heading.current?.focus();
  }, [step]);
  const { data } = factor;
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        Second factor
      </h2>
      {step.kind === "said" && <Banner kind="good">{step.says}</Banner>}
      {data === undefined ? (
        <Waiting failure={factor.failure} again={factor.reload} />
      ) : (
        <div class="panel narrow">
          {data.totp.enrolled ? (
            <Enrolled
              since={data.totp.confirmedAt}
              codesLeft={data.recoveryCodesLeft}
              hasFactor={hasFactor}
              turnOff={() => setStep({ kind: "turningOff" })}
            />
          ) : (
            <>
              <p>
                <Badge kind="bad">off</Badge>
              </p>
              <p>
                With it, a log-in asks for a code of an app on your telephone too, so your password
                alone lets nobody in. Keys for live, and some companies, take it.
              </p>
              {begin.failure !== undefined && (
                <FailureBanner failure={begin.failure} again={begin.again} busy={begin.busy} />
              )}
              <div class="actions">
                <Button kind="main" busy={begin.busy} onClick={() => void begin.submit(null)}>
                  Set up a second factor
                </Button>
              </div>
            </>
          )}
        </div>
      )}
      {step.kind === "enrolling" && (
        <Enrollment
          enrollment={step.enrollment}
          onClose={() => setStep({ kind: "none" })}
          onBeginAgain={() => void begin.submit(null)}
          onEnrolled={(codes) => change({ kind: "codes", codes }, true)}
        />
      )}
      {step.kind === "codes" && (
        <Dialog title="Keep your recovery codes" isLocked onClose={() => {}}>
          <RecoveryCodes
            codes={step.codes}
            onKept={() => say("Your second factor is on. From now on a log-in asks for it.")}
          />
        </Dialog>
      )}
      {step.kind === "turningOff" && (
        <TurningOff
          onClose={() => setStep({ kind: "none" })}
          onDone={() => {
            change({ kind: "none" }, false);
            say("Your second factor is off. A log-in asks for password and mail alone.");
          }}
        />
      )}
    </section>
  );
}

function Enrolled({
  since,
  codesLeft,
  hasFactor,
  turnOff,
}: {
  since: string | undefined;
  codesLeft: number;
  hasFactor: boolean;
  turnOff: () => void;
}) {
  return (
    <>
      <dl class="facts rows">
        <div>
          <dt>State</dt>
          <dd>
            <Badge kind="good">on</Badge>
          </dd>
        </div>
        <div>
          <dt>Since</dt>
          <dd>{since !== undefined && <Time at={since} />}</dd>
        </div>
        <div>
          <dt>Recovery codes left</dt>
          <dd>{codesLeft <= FEW ? <Badge kind="bad">{codesLeft}</Badge> : codesLeft}</dd>
        </div>
      </dl>
      {codesLeft <= FEW && (
        <p>For new recovery codes, turn the second factor off and set it up again.</p>
      )}
      {hasFactor ? (
        <div class="actions">
          <Button kind="danger" onClick={turnOff}>
            Turn it off
          </Button>
        </div>
      ) : (
        <>
          <p>
            This session was begun without it. To turn it off, or to do what takes a second factor,
            log out and log in with it.
          </p>
          <LogInAgain />
        </>
      )}
    </>
  );
}
