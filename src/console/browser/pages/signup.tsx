/**
 * Sign up, step 1: who you are, and your company. An address may fill the form in behind its `#`:
 * `email`, `name`, `company`, and `token`, an invitation into a company that is there already.
 */
import { useRef } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { openProofs } from "../proof.ts";
import { currentLocation, navigate } from "../router.ts";
import { handedText, hintsOf, queryOf, withNext } from "./entrance.ts";

export function Signup() {
  const proofs = useRef(openProofs()).current;
  const { fragment } = currentLocation();
  const invitationToken = handedText("invitationToken") ?? fragment.get("token") ?? undefined;
  const fields = useFields({
    email: handedText("email") ?? fragment.get("email") ?? "",
    displayName: fragment.get("name") ?? "",
    company: fragment.get("company") ?? "",
    password: "",
  });
  const isInvited = invitationToken !== undefined;
  const signup = useChange(
    async ({ company, ...person }: typeof fields.values, key) => {
      const proof = await proofs.of(key);
      if (!proof.ok) return proof;
      const joins = isInvited ? { invitationToken } : { company };
      const body = { ...person, ...joins, proofOfWork: proof.data };
      return outcome(api.POST("/auth/signup", { body, headers: keyed(key) }));
    },
    ({ signupId }, { email }) =>
      navigate(withNext("/console/signup/code"), {
        handed: { signupId, email, invitationToken },
      }),
  );
  const says = {
    invalid_credentials: isInvited
      ? "The invitation is for another address, was used, or is not valid any more. Ask for a new one."
      : "The sign-up was not taken. Try again.",
  };
  return (
    <Alone
      below={
        <p>
          Have an account? <a href={`/console/login${queryOf()}${hintsOf()}`}>Log in</a>
        </p>
      }
    >
      <Page title="Create an account">
        {isInvited && (
          <Banner kind="note">
            You join a company that has invited you. Use the address that got the mail.
          </Banner>
        )}
        <Form
          change={signup}
          onSubmit={() => void signup.submit(fields.values)}
          button="Create account"
          says={says}
        >
          <Field
            {...fields.bind("email")}
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            onFocus={proofs.warm}
          />
          <Field
            {...fields.bind("displayName")}
            label="Your name"
            autoComplete="name"
            maxLength={120}
            required
          />
          {!isInvited && (
            <Field
              {...fields.bind("company")}
              label="Company"
              autoComplete="organization"
              maxLength={120}
              required
            />
          )}
          <Field
            {...fields.bind("password")}
            label="Password"
            hint="At least 12 characters. A few words that only you would put together are good."
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
            onFocus={proofs.warm}
          />
        </Form>
      </Page>
    </Alone>
  );
}
