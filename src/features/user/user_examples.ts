/**
 * The examples of people: Ada Lovelace signs up with her company and enrols a second factor. Codes and proofs
 * are chance, so the answers are written by hand.
 */
import type { Example } from "../../contract/document/example.ts";
import { exampleId } from "../../contract/document/example.ts";
import { TENANT } from "../example_ids.ts";
import { LOGIN_PREFIX, RESET_PREFIX, SIGNUP_PREFIX } from "./pending_document.ts";

const EMAIL = "ada@example.com";
const DISPLAY_NAME = "Ada Lovelace";
const PASSWORD = "an engine that weaves patterns";
const NEW_PASSWORD = "a poetical science of numbers";
/** Cut short: a solution has some 330 characters. */
const PROOF =
  "eyJhbGdvcml0aG0iOiJTSEEtMjU2IiwiY2hhbGxlbmdlIjoiOWQzZjVhN2MiLCJudW1iZXIiOjIzMTc0fQ==";
const CODE = "492817";

const USER = exampleId("usr", 501);
const MEMBER = exampleId("mem", 501);
const SIGNUP = exampleId(SIGNUP_PREFIX, 502);
const LOGIN = exampleId(LOGIN_PREFIX, 503);
const RESET = exampleId(RESET_PREFIX, 504);
const CODE_EXPIRES_AT = "2026-03-30T08:10:20.000Z";

const session = (number: number, mfa: boolean, createdAt: string, expiresAt: string) => ({
  sessionId: exampleId("ses", number),
  userId: USER,
  tenantId: TENANT,
  kind: "browser",
  mfa,
  ipAddress: "203.0.113.7",
  userAgent: "Mozilla/5.0",
  status: "active",
  createdAt,
  expiresAt,
});

const user = (displayName: string, revision: number, updatedAt: string) => ({
  userId: USER,
  email: EMAIL,
  displayName,
  mfa: { totp: true },
  tenants: [{ tenantId: TENANT, name: "Example Ltd", memberId: MEMBER, role: "owner" }],
  revision,
  createdAt: "2026-03-30T08:00:25.000Z",
  updatedAt,
});

export const userExamples: readonly Example[] = [
  {
    at: "08:00:20",
    operation: "user.signup",
    body: {
      email: EMAIL,
      password: PASSWORD,
      displayName: DISPLAY_NAME,
      company: "Example Ltd",
      proofOfWork: PROOF,
    },
    makes: { signupId: SIGNUP },
    answer: { signupId: SIGNUP, codeExpiresAt: CODE_EXPIRES_AT },
  },
  {
    at: "08:00:25",
    operation: "user.signup.verify",
    path: { signupId: SIGNUP },
    body: { code: CODE },
    answer: session(505, false, "2026-03-30T08:00:25.000Z", "2026-03-30T20:00:25.000Z"),
  },
  {
    at: "08:00:26",
    operation: "user.mfa.totp.enrollment.begin",
    answer: {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      otpauthUri:
        "otpauth://totp/money.example:ada%40example.com?issuer=money.example&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
      expiresAt: "2026-03-30T08:10:26.000Z",
    },
  },
  {
    at: "08:00:27",
    operation: "user.mfa.totp.enrollment.confirm",
    body: { code: CODE },
    answer: {
      recoveryCodes: [
        ...["k7m2p-x9dqa", "3wyfe-8htrs", "b6n4c-gzjq5", "vm92u-7kdpa", "x4thr-c8e6y"],
        ...["q5zgn-3f7wb", "d9sjk-m2vux", "8pacy-tr4e6", "hw3qz-g5nbd", "f7kvm-92sxj"],
      ],
    },
  },
  {
    at: "08:00:28",
    operation: "user.mfa.retrieve",
    answer: {
      totp: { enrolled: true, confirmedAt: "2026-03-30T08:00:27.000Z" },
      recoveryCodesLeft: 10,
    },
  },
  {
    at: "08:00:29",
    operation: "user.current.retrieve",
    answer: user(DISPLAY_NAME, 2, "2026-03-30T08:00:27.000Z"),
  },
  {
    at: "08:00:30",
    operation: "user.current.update",
    body: { displayName: "Augusta Ada King" },
    answer: user("Augusta Ada King", 3, "2026-03-30T08:00:30.000Z"),
  },
  {
    at: "08:00:31",
    operation: "user.password.change",
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    answer: null,
  },
  {
    at: "08:00:32",
    operation: "user.login",
    body: { email: EMAIL, password: NEW_PASSWORD, proofOfWork: PROOF },
    makes: { loginId: LOGIN },
    answer: { loginId: LOGIN, codeExpiresAt: "2026-03-30T08:10:32.000Z", attemptsLeft: 5 },
  },
  {
    at: "08:00:33",
    operation: "user.login.code.verify",
    path: { loginId: LOGIN },
    body: { code: CODE },
    answer: { mfaRequired: true, loginId: LOGIN },
  },
  {
    at: "08:00:34",
    operation: "user.login.mfa.verify",
    path: { loginId: LOGIN },
    body: { code: CODE },
    answer: session(506, true, "2026-03-30T08:00:34.000Z", "2026-03-30T20:00:34.000Z"),
  },
  {
    at: "08:00:35",
    operation: "user.mfa.totp.disable",
    body: { password: NEW_PASSWORD, code: CODE },
    answer: null,
  },
  {
    at: "08:00:36",
    operation: "user.password.reset.request",
    body: { email: EMAIL, proofOfWork: PROOF },
    makes: { resetId: RESET },
    answer: { resetId: RESET, codeExpiresAt: "2026-03-30T08:10:36.000Z" },
  },
  {
    at: "08:00:37",
    operation: "user.password.reset.confirm",
    path: { resetId: RESET },
    body: { code: CODE, newPassword: PASSWORD },
    answer: null,
  },
];
