/** The words of people: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const userWords: NounWords = {
  ids: {
    lgn: "a login that was begun",
    rst: "a password reset that was begun",
    sgn: "a sign-up that was begun",
    usr: { kind: "a user", described: "person" },
  },
  scopes: {
    user: {
      group: "You",
      name: "whether you have a second factor",
      write: "Change your name, in each of your companies.",
    },
  },
  sameMeaning: [["2fa", "mfa", "totp", "factor"]],
  done: {
    "user.current.update": "Changed the own name",
    "user.login.mfa.verify": "Used a recovery code to log in",
    "user.mfa.totp.disable": "Took the own second factor away",
    "user.mfa.totp.enrollment.confirm": "Set up a second factor",
    "user.password.change": "Changed the own password",
    "user.password.reset.confirm": "Set a new password after a mail",
    "user.signup.verify": "Signed up",
  },
};
