/** What belongs to the person alone: the name, the password, the second factor. */
import { useState } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Page } from "../parts/page.tsx";
import { rememberUser, type User, useSession } from "../session.ts";
import { SecondFactor } from "./second_factor.tsx";

export function Security() {
  const session = useSession();
  if (session.kind !== "active") return null;
  const { user } = session;
  return (
    <Page title="Security" lead={<>Your account, {user.email}, in every company.</>}>
      <Name user={user} />
      <Password />
      <SecondFactor user={user} hasFactor={session.session.mfa} />
    </Page>
  );
}

function Name({ user }: { user: User }) {
  const fields = useFields({ displayName: user.displayName });
  const rename = useChange(
    (body: typeof fields.values, key) =>
      outcome(api.PATCH("/users/me", { body, headers: keyed(key) })),
    rememberUser,
  );
  const isSaved = rename.failure === undefined && fields.values.displayName === user.displayName;
  const [wasChanged, setWasChanged] = useState(false);
  return (
    <section>
      <h2>Your name</h2>
      <div class="panel narrow">
        <Form
          change={rename}
          onSubmit={() => {
            setWasChanged(true);
            void rename.submit(fields.values);
          }}
          button="Save the name"
        >
          <Field
            {...fields.bind("displayName")}
            label="Name"
            hint="As others in your company and your mails see it."
            autoComplete="name"
            maxLength={120}
            required
          />
        </Form>
        {wasChanged && isSaved && !rename.busy && <Banner kind="good">Your name is saved.</Banner>}
      </div>
    </section>
  );
}

const SAYS_OF_PASSWORD = {
  invalid_credentials: "The present password is not right, so the new one was not set.",
};

function Password() {
  const fields = useFields({ currentPassword: "", newPassword: "" });
  const [isDone, setIsDone] = useState(false);
  const change = useChange(
    (body: typeof fields.values, key) =>
      outcome(api.POST("/users/me/password", { body, headers: keyed(key) })),
    () => {
      fields.set({ currentPassword: "", newPassword: "" });
      setIsDone(true);
    },
  );
  return (
    <section>
      <h2>Password</h2>
      <div class="panel narrow">
        <Form
          change={change}
          onSubmit={() => {
            setIsDone(false);
            void change.submit(fields.values);
          }}
          button="Change the password"
          says={SAYS_OF_PASSWORD}
        >
          <Field
            {...fields.bind("currentPassword")}
            label="Present password"
            type="password"
            autoComplete="current-password"
            required
          />
          <Field
            {...fields.bind("newPassword")}
            label="New password"
            hint="At least 12 characters. Your other sessions end with the change; access tokens stay."
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
          />
        </Form>
        {isDone && (
          <Banner kind="good">Your new password is set, and your other sessions have ended.</Banner>
        )}
      </div>
    </section>
  );
}
