/** Sign up, step 2: the code of the mail, which begins the first session. */
import { useEffect } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { forgetInvitation } from "../invitation_token.ts";
import { outcome } from "../outcome.ts";
import { Form, useFields } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { navigate } from "../router.ts";
import { CodeField } from "./code_field.tsx";
import { goOn, handedText, withNext } from "./entrance.ts";
import { SAYS_OF_CODE } from "./login_code.tsx";

export function SignupCode() {
  const signupId = handedText("signupId");
  const email = handedText("email") ?? "";
  const isInvited = handedText("invitationToken") !== undefined;
  const fields = useFields({ code: "" });
  const verify = useChange(
    ({ code }: { code: string }, key) => {
      const params = { path: { signupId: signupId ?? "" } };
      return outcome(
        api.POST("/auth/signup/{signupId}/verify", { params, body: { code }, headers: keyed(key) }),
      );
    },
    () => {
      forgetInvitation();
      return goOn();
    },
  );
  useEffect(() => {
    if (signupId === undefined) navigate(withNext("/console/signup"), { replace: true });
  }, [signupId]);
  if (signupId === undefined) return null;
  return (
    <Alone
      below={
        <p>
          No mail, or the code is too old?{" "}
          <a href={isInvited ? "/console/invitations" : withNext("/console/signup")}>Begin again</a>
        </p>
      }
    >
      <Page
        title="Confirm your address"
        lead={<>We have sent a mail to {email}. Write the digits of its code here.</>}
      >
        <Form
          change={verify}
          onSubmit={() => void verify.submit(fields.values)}
          button="Confirm"
          says={SAYS_OF_CODE}
        >
          <CodeField {...fields.bind("code")} />
        </Form>
      </Page>
    </Alone>
  );
}
