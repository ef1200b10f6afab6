/** Forgotten password, step 2: the code of the mail and the new password. All sessions of the person end. */
import { useEffect } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { navigate } from "../router.ts";
import { CodeField } from "./code_field.tsx";
import { handedText } from "./entrance.ts";
import { SAYS_OF_CODE } from "./login_code.tsx";

export function ResetConfirm() {
  const resetId = handedText("resetId");
  const email = handedText("email") ?? "";
  const fields = useFields({ code: "", newPassword: "" });
  const confirm = useChange(
    (body: typeof fields.values, key) => {
      const params = { path: { resetId: resetId ?? "" } };
      return outcome(
        api.POST("/auth/password-reset/{resetId}", { params, body, headers: keyed(key) }),
      );
    },
    () => {
      const notice = "Your new password is set, and all sessions have ended. Log in with it.";
      navigate("/console/login", { replace: true, handed: { notice, email } });
    },
  );
  useEffect(() => {
    if (resetId === undefined) navigate("/console/reset", { replace: true });
  }, [resetId]);
  if (resetId === undefined) return null;
  return (
    <Alone
      below={
        <p>
          No mail, or the code is too old? <a href="/console/reset">Begin again</a>
        </p>
      }
    >
      <Page
        title="Set a new password"
        lead={<>If {email} has an account here, a code is on its way to it.</>}
      >
        <Form
          change={confirm}
          onSubmit={() => void confirm.submit(fields.values)}
          button="Set the password"
          says={SAYS_OF_CODE}
        >
          <CodeField {...fields.bind("code")} />
          <Field
            {...fields.bind("newPassword")}
            label="New password"
            hint="At least 12 characters. A few words that only you would put together are good."
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
          />
        </Form>
      </Page>
    </Alone>
  );
}
