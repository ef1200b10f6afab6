/** Turning the second factor off, with the password and a code. */
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";

const SAYS = {
  invalid_credentials:
    "The password or the code is not right. Each code is taken once: wait for the next one.",
};

export function TurningOff({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const fields = useFields({ password: "", code: "" });
  const disable = useChange(
    (body: typeof fields.values, key) =>
      outcome(api.POST("/users/me/mfa/totp/disable", { body, headers: keyed(key) })),
    onDone,
  );
  return (
    <Dialog title="Turn the second factor off" onClose={onClose}>
      <p>
        Your password and the code of a mail will be enough to log in. The recovery codes go too.
      </p>
      <Form
        change={disable}
        onSubmit={() => void disable.submit(fields.values)}
        button="Turn it off"
        kind="danger"
        says={SAYS}
        beside={
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <Field
          {...fields.bind("password")}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          {...fields.bind("code")}
          label="Code"
          hint="Of the app, or a recovery code."
          class="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellcheck={false}
          minLength={6}
          maxLength={64}
          required
        />
      </Form>
    </Dialog>
  );
}
