/** Codes of who asks: credentials, sessions, scopes, permissions, and what agents and Products may do. */
import { declareCodes, optional, TEXT, TEXT_OR_NULL, TEXTS } from "../error_code.ts";
import { EARLIER, idOf, PRODUCT, SESSION } from "../example_values.ts";

export const CALLER_CODES = declareCodes({
  invalid_credentials: {
    httpStatus: 401,
    cause:
      "What was sent is not a valid credential, or it is a key of the other environment (`details.keyEnvironment`). The message says what is wrong with the form of the header; of a text in the form of a key it says only that this server has no such key.",
    action: "Send the request with a key of this environment in `Authorization: Bearer`.",
    remediation:
      "Load keys from a secret store, one per environment, and set `X-Service-Environment` to match the key.",
    details: { keyEnvironment: optional(TEXT) },
    exampleMessage: "the request carries no valid credential",
    exampleDetails: {},
  },
  key_revoked: {
    httpStatus: 401,
    cause: "The API key existed but has been revoked, rolled past its overlap, or has expired.",
    action: "Switch to a current key and send the request with it.",
    remediation: "Roll keys with an overlap and replace them everywhere before it ends.",
    details: { revokedAt: TEXT },
    exampleMessage: `the key was revoked at ${EARLIER}`,
    exampleDetails: { revokedAt: EARLIER },
  },
  session_expired: {
    httpStatus: 401,
    cause: "The session or access token is past its age or was idle too long.",
    action: "Log in again, or use the refresh token.",
    remediation: "Refresh tokens before they end; use a Product key for unattended work.",
    details: { expiredAt: TEXT },
    exampleMessage: `the session ended at ${EARLIER}`,
    exampleDetails: { expiredAt: EARLIER },
  },
  session_required: {
    httpStatus: 401,
    cause:
      "The operation acts for a signed-in person; `details.sent` says what came in the place of a session.",
    action:
      "Send what the message names: a session, or a personal access token where `details.principal` has `founder`.",
    remediation: "Check `x-principal` in the contract for the credential that each call takes.",
    details: { principal: TEXTS, sent: optional(TEXT) },
    exampleMessage:
      "session.logout takes a browser session; a person's token was sent in Authorization, and a token is no browser session; log in, and send the cookie of the session without the header Authorization",
    exampleDetails: { principal: ["session"], sent: "token" },
  },
  session_revoked: {
    httpStatus: 401,
    cause: "The session, or the grant behind it, was ended by its owner or an administrator.",
    action: "Log in again, or ask for a new grant.",
    remediation: "Find out who revoked it in the audit log before asking for access again.",
    details: { revokedAt: TEXT },
    exampleMessage: `the session was ended at ${EARLIER}`,
    exampleDetails: { revokedAt: EARLIER },
  },
  csrf_token_invalid: {
    httpStatus: 403,
    cause: "A browser session sent a mutation without its current CSRF token.",
    action: "Read `csrfToken` of `session.current.retrieve` and send it in `X-CSRF-Token`.",
    remediation: "Fetch the token after each login and attach it to every mutation.",
    details: { header: TEXT },
    exampleMessage: "X-CSRF-Token is not the session's own",
    exampleDetails: { header: "X-CSRF-Token" },
  },
  mfa_verification_required: {
    httpStatus: 403,
    cause: "The session was opened without a second factor and the operation asks for one.",
    action:
      "Log out, log in again with the authenticator code, and send the request in that session.",
    remediation:
      "Enroll a factor and log in with it; enrolling does not upgrade a session that is already open.",
    details: { policy: TEXT },
    exampleMessage: "the session was opened without a second factor",
    exampleDetails: { policy: "tenant" },
  },
  missing_required_permission: {
    httpStatus: 403,
    cause: "The member's role does not include the permission in `details.permission`.",
    action: "Ask a member who has it to act, or to change the role.",
    remediation: "Compare the role with `tenant.role.list` before offering the action.",
    details: { permission: TEXT, role: TEXT },
    exampleMessage: "the role viewer lacks the permission transfers:write",
    exampleDetails: { permission: "transfers:write", role: "viewer" },
  },
  missing_required_scope: {
    httpStatus: 403,
    cause: "The credential is valid but was made without the scope in `details.scope`.",
    action: "Use a credential that has the scope.",
    remediation: "Create a key with exactly the scopes its program needs; `x-scope` names them.",
    details: { scope: TEXT },
    exampleMessage: "the key lacks the scope transfers:write",
    exampleDetails: { scope: "transfers:write" },
  },
  missing_required_workspace_capability: {
    httpStatus: 403,
    cause: "The Product was not provisioned with the capability that the operation belongs to.",
    action: "Do not resend; leave out the step for this Product.",
    remediation: "Declare the capability in the Product's source and apply a new Build.",
    details: { capability: TEXT },
    exampleMessage: "the Build of the Product does not need collections, so the Product makes none",
    exampleDetails: { capability: "collections" },
  },
  operation_not_allowed: {
    httpStatus: 403,
    cause:
      "The operation is outside what the Product's Build allows, or this kind of credential may never call it.",
    action: "Do not resend; read `details.reason`.",
    remediation:
      "Use a key of a Build that includes the operation, or the credential kind in `x-principal`.",
    details: { reason: TEXT, principal: optional(TEXTS) },
    exampleMessage: "the operation is not for this kind of credential",
    exampleDetails: { reason: "principal", principal: ["session"] },
  },
  product_access_suspended: {
    httpStatus: 403,
    cause: "The Product is disabled or closed, which suspends its credentials everywhere.",
    action: "Stop calling for this Product.",
    remediation: "A founder enables a disabled Product again; a closed one stays closed.",
    environment: "live",
    details: { productId: TEXT, status: TEXT },
    exampleMessage: "the Product is disabled",
    exampleDetails: { productId: PRODUCT, status: "disabled" },
  },
  product_activation_required: {
    httpStatus: 403,
    cause: "The Product, or the capability the call needs, is not active in live.",
    action: "Keep to sandbox until `details.activationStatus` is `active`.",
    remediation: "Request activation and meet every requirement it lists.",
    environment: "live",
    details: {
      productId: TEXT,
      capability: TEXT_OR_NULL,
      activationStatus: TEXT,
    },
    exampleMessage: "the Product is not activated for live",
    exampleDetails: { productId: PRODUCT, capability: null, activationStatus: "not_requested" },
  },
  unauthorized: {
    httpStatus: 403,
    cause:
      "The agent's grant does not cover the Product in `details.productId`, or the Build in `details.buildId`.",
    action: "Follow `details.nextStep`: a person widens the grant in the browser.",
    remediation: "Grant the agent each Product it works on, by name.",
    details: { productId: optional(TEXT), buildId: optional(TEXT), nextStep: TEXT },
    exampleMessage: "the grant of this agent does not cover the Product",
    exampleDetails: {
      productId: idOf("prod"),
      nextStep: "a person widens the grant in the browser",
    },
  },
  tenant_mismatch: {
    httpStatus: 403,
    cause: "A `tenantId` was sent that is not the company of the credential.",
    action: "Leave `tenantId` out, or send the credential's own.",
    remediation: "Never store a tenant beside a credential; the credential already names it.",
    details: {},
    exampleMessage: "the credential is of another company",
    exampleDetails: {},
  },
  agent_approval_required: {
    httpStatus: 403,
    cause: "An agent asked for a live action that no person has approved yet.",
    action:
      "Have a person open `details.approvalUrl`, then send the same request with the same key. `retryable` reads false because the approval comes first.",
    remediation: "Plan for approval before every live step; an approval serves one request once.",
    details: {
      agentApprovalId: TEXT,
      approvalUrl: TEXT,
      status: TEXT,
      expiresAt: TEXT,
      retry: TEXT,
    },
    exampleMessage: "no person has approved this live action yet",
    exampleDetails: {
      agentApprovalId: idOf("apr"),
      approvalUrl: `https://money.example/console/approvals/${idOf("apr")}`,
      status: "pending",
      expiresAt: EARLIER,
      retry: "send the same request with the same key once a person has approved it",
    },
  },
  session_not_found: {
    httpStatus: 404,
    cause: "This user has no session with this id.",
    action: "List the user's sessions and choose one of them.",
    remediation: "Treat a session that is gone as already ended.",
    details: { sessionId: TEXT },
    exampleMessage: `no session ${SESSION} of this person`,
    exampleDetails: { sessionId: SESSION },
  },
});
