/** Setting up the second factor: the secret goes into an app, and the app's first code comes back. */
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";
import { QrCode } from "../parts/qr_code.tsx";
import { SecretBox } from "../parts/secret_box.tsx";

export type TotpEnrollment = components["schemas"]["TotpEnrollment"];

const TITLE = "Set up a second factor";
const SAYS = {
  invalid_credentials:
    "That code is not right. Wait for the next one; if it stays wrong, look whether the telephone's clock is.",
  state_conflict:
    "It was not confirmed within ten minutes, or elsewhere. Close this and begin again.",
};

/** `onEnrolled` gets the recovery codes; [] where they were lost on their way here. */
export function Enrollment({
  enrollment: { secret, otpauthUri },
  onClose,
  onBeginAgain,
  onEnrolled,
}: {
  enrollment: TotpEnrollment;
  onClose: () => void;
  onBeginAgain: () => void;
  onEnrolled: (recoveryCodes: string[]) => void;
}) {
  const fields = useFields({ code: "" });
  const confirm = useChange(
    (body: typeof fields.values, key) =>
      outcome(api.POST("/users/me/mfa/totp/enrollment/confirm", { body, headers: keyed(key) })),
    ({ recoveryCodes = [] }) => onEnrolled(recoveryCodes),
  );
  const cancel = (
    <Button kind="quiet" onClick={onClose}>
      Cancel
    </Button>
  );
  // The answer that had the secret did not arrive, and the platform does not say it twice.
  if (secret === undefined || otpauthUri === undefined) {
    return (
      <Dialog title={TITLE} onClose={onClose}>
        <p>The secret was lost on its way here. Begin again for another one.</p>
        <div class="actions">
          <Button kind="main" onClick={onBeginAgain}>
            Begin again
          </Button>
          {cancel}
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <p>Scan this with an authenticator app, or type the secret into it.</p>
      <QrCode text={otpauthUri} label="QR code of the secret below, for an authenticator app" />
      <SecretBox label="Secret" secret={secret} />
      <Form
        change={confirm}
        onSubmit={() => void confirm.submit(fields.values)}
        button="Confirm"
        says={SAYS}
        beside={cancel}
      >
        <Field
          {...fields.bind("code")}
          label="Code of the app"
          hint="The six digits that the app shows now."
          class="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          title="Enter the six digits of the app."
          maxLength={6}
          required
        />
      </Form>
    </Dialog>
  );
}
