/**
 * Every code that an error can carry, and what it means: the one place for status, cause, action,
 * remediation and the two flags; what its `details` have is declared in `error_details.ts`. A published code keeps its meaning for ever; new ones may be added.
 * Does not say which operation returns which code: an operation's `refusals` do.
 */

import { type Static, Type } from "@sinclair/typebox";
import { described } from "../declare/schema_marks.ts";
import { ErrorDetail, publishedDetailsOf } from "./error_details.ts";

export const ErrorCatalogEntry = Type.Object(
  {
    code: Type.String({ description: "What to branch on. Never changes its meaning." }),
    httpStatus: described(
      Type.Integer({ minimum: 400, maximum: 599 }),
      "HTTP status that the code is usually returned with.",
    ),
    cause: Type.String({ description: "What happened." }),
    action: Type.String({ description: "What the client does now." }),
    remediation: Type.String({ description: "What keeps it from happening again." }),
    retryable: Type.Boolean({
      description:
        "True: send the same request with the same Idempotency-Key until it has an outcome. False: do first what `action` says; where that is only to wait, the text says so.",
    }),
    idempotencySafe: Type.Boolean({
      description:
        "True: no money moved and nothing was changed; at most the refusal itself is on record. False: the answer does not promise that; never send a mutation again under a new Idempotency-Key.",
    }),
    additionalHttpStatuses: Type.Optional(
      Type.Array(Type.Integer({ minimum: 400, maximum: 599 }), {
        description: "Other statuses that the code is also returned with.",
      }),
    ),
    environment: Type.Optional(
      Type.Union([Type.Literal("sandbox"), Type.Literal("live")], {
        description: "The environment that the code belongs to; absent when it belongs to both.",
      }),
    ),
    details: Type.Array(ErrorDetail, {
      description:
        "The names in `details`. Every code may also have `issues` and `itemIndex`, and has `operation` and `docUrl`; to an agent it also has `nextStep`.",
    }),
  },
  { title: "ErrorCatalogEntry", description: "One code of the error catalog." },
);
export type ErrorCatalogEntry = Static<typeof ErrorCatalogEntry>;

/** An entry as it is written below. A flag that is left out gets the default of `catalog`. */
type Draft = Pick<ErrorCatalogEntry, "httpStatus" | "cause" | "action" | "remediation"> &
  Partial<
    Pick<
      ErrorCatalogEntry,
      "retryable" | "idempotencySafe" | "additionalHttpStatuses" | "environment"
    >
  >;

export const ERROR_CATALOG = catalog({
  // 400: the request itself is wrong.
  invalid_request: {
    httpStatus: 400,
    cause:
      "The path, query, headers or JSON body do not match the contract, a cursor is malformed or belongs to another walk, or a GraphQL document is over its limits.",
    action:
      "Read `details.issues`; each names a field by `path`, says in `message` what to write instead, and has a `code` such as `required`, `type`, `format`, `enum`, `range`, `length` or `unknown_field`. Correct the request and send it.",
    remediation:
      "Validate against the contract document before sending, send amounts as digit strings, and never build or alter cursors.",
  },
  idempotency_required: {
    httpStatus: 400,
    cause: "A mutation came without an `Idempotency-Key` header.",
    action: "Send the request again with a fresh UUID in `Idempotency-Key`.",
    remediation:
      "Generate one UUID per intended change, store it with the change, and send it on every attempt.",
  },
  currency_mismatch: {
    httpStatus: 400,
    cause:
      "The currency of the request is not the settlement currency of the account, hold, transfer or consent that it names.",
    action: "Send the amount in `details.expected`, or name an account of the other currency.",
    remediation:
      "Read the currency from the account before building the request; nothing is ever converted.",
  },
  source_account_status_forbidden: {
    httpStatus: 400,
    cause:
      "The account to debit is frozen or closed; `details.status` says which, and the message why it is frozen.",
    action: "Choose another source account, or lift the freeze and send a new request.",
    remediation:
      "Follow `account.frozen` and `account.closed` events and stop offering such accounts as a source.",
  },
  destination_account_status_forbidden: {
    httpStatus: 400,
    cause:
      "The account to credit is frozen or closed; `details.status` says which, and the message why it is frozen.",
    action: "Choose another destination account, or lift the freeze and send a new request.",
    remediation:
      "Follow `account.frozen` and `account.closed` events and stop routing money to such accounts.",
  },
  financial_address_account_status_forbidden: {
    httpStatus: 400,
    cause:
      "A financial address was to be created or enabled on an account that is frozen or closed.",
    action: "Read the account; use an open one, or unfreeze this one first.",
    remediation: "Create addresses only for accounts whose status is `open`.",
  },
  financial_address_status_forbidden: {
    httpStatus: 400,
    cause: "Money was to arrive through a financial address that is not `active`.",
    action: "Read the address; wait until it is active, enable it, or use another one.",
    remediation: "Publish an address to payers only after its status is `active`.",
  },
  account_role_not_financial_addressable: {
    httpStatus: 400,
    cause: "Accounts of this role take no financial address.",
    action: "Name an account whose role is in `details.allowedRoles`.",
    remediation: "Check `financialAddressable` in `catalog.account_role.list` first.",
  },
  account_role_owner_mismatch: {
    httpStatus: 400,
    cause: "The role and the owner contradict each other or the owner on record.",
    action: "Use an owner type of `details.expectedOwnerTypes`, or another role.",
    remediation: "Take `ownerTypes` of the role from `catalog.account_role.list`.",
  },
  funding_destination_role_forbidden: {
    httpStatus: 400,
    cause: "Sandbox funding names an account whose role may not be funded from outside.",
    action: "Fund an account whose role is in `details.allowedRoles` and transfer from there.",
    remediation: "Check `fundable` in `catalog.account_role.list` first.",
  },
  kyc_country_unsupported: {
    httpStatus: 400,
    cause: "The platform cannot identify persons or organizations of this country.",
    action: "Do not resend; tell the person that the country is not served.",
    remediation: "Offer only countries that `catalog.country.list` marks `kycSupported`.",
  },
  operation_environment_invalid: {
    httpStatus: 400,
    cause: "The operation, or a value such as `test`, does not exist in this environment.",
    action: "Send it with a key of an environment in `details.allowedEnvironments`.",
    remediation: "Keep sandbox-only calls out of the code that runs in live.",
  },
  owner_unsupported: {
    httpStatus: 400,
    cause: "`owner.type` is not a kind of owner that an account can be opened for.",
    action: "Use one of `details.supported`.",
    remediation: "Take the owner types of the wanted role from `catalog.account_role.list`.",
  },
  provider_outcome_unsupported: {
    httpStatus: 400,
    cause: "The named provider never reports the given outcome.",
    action: "Use one of `details.supported`.",
    remediation: "Take the outcomes of each provider from `catalog.provider.list`.",
  },

  // 401: the caller is not authenticated.
  invalid_credentials: {
    httpStatus: 401,
    cause:
      "What was sent is not a valid credential, or it is a key of the other environment (`details.keyEnvironment`). The message says what is wrong with the form of the header; of a text in the form of a key it says only that this server has no such key.",
    action: "Send the request with a key of this environment in `Authorization: Bearer`.",
    remediation:
      "Load keys from a secret store, one per environment, and set `X-Service-Environment` to match the key.",
  },
  key_revoked: {
    httpStatus: 401,
    cause: "The API key existed but has been revoked, rolled past its overlap, or has expired.",
    action: "Switch to a current key and send the request with it.",
    remediation: "Roll keys with an overlap and replace them everywhere before it ends.",
  },
  session_expired: {
    httpStatus: 401,
    cause: "The session or access token is past its age or was idle too long.",
    action: "Log in again, or use the refresh token.",
    remediation: "Refresh tokens before they end; use a Product key for unattended work.",
  },
  session_required: {
    httpStatus: 401,
    cause:
      "The operation acts for a signed-in person; `details.sent` says what came in the place of a session.",
    action:
      "Send what the message names: a session, or a personal access token where `details.principal` has `founder`.",
    remediation: "Check `x-principal` in the contract for the credential that each call takes.",
  },
  session_revoked: {
    httpStatus: 401,
    cause: "The session, or the grant behind it, was ended by its owner or an administrator.",
    action: "Log in again, or ask for a new grant.",
    remediation: "Find out who revoked it in the audit log before asking for access again.",
  },

  // 403: the caller may not do this.
  csrf_token_invalid: {
    httpStatus: 403,
    cause: "A browser session sent a mutation without its current CSRF token.",
    action: "Read `csrfToken` of `session.current.retrieve` and send it in `X-CSRF-Token`.",
    remediation: "Fetch the token after each login and attach it to every mutation.",
  },
  mfa_verification_required: {
    httpStatus: 403,
    cause: "The session was opened without a second factor and the operation asks for one.",
    action:
      "Log out, log in again with the authenticator code, and send the request in that session.",
    remediation:
      "Enroll a factor and log in with it; enrolling does not upgrade a session that is already open.",
  },
  missing_required_permission: {
    httpStatus: 403,
    cause: "The member's role does not include the permission in `details.permission`.",
    action: "Ask a member who has it to act, or to change the role.",
    remediation: "Compare the role with `tenant.role.list` before offering the action.",
  },
  missing_required_scope: {
    httpStatus: 403,
    cause: "The credential is valid but was made without the scope in `details.scope`.",
    action: "Use a credential that has the scope.",
    remediation: "Create a key with exactly the scopes its program needs; `x-scope` names them.",
  },
  missing_required_workspace_capability: {
    httpStatus: 403,
    cause: "The Product was not provisioned with the capability that the operation belongs to.",
    action: "Do not resend; leave out the step for this Product.",
    remediation: "Declare the capability in the Product's source and apply a new Build.",
  },
  operation_not_allowed: {
    httpStatus: 403,
    cause:
      "The operation is outside what the Product's Build allows, or this kind of credential may never call it.",
    action: "Do not resend; read `details.reason`.",
    remediation:
      "Use a key of a Build that includes the operation, or the credential kind in `x-principal`.",
  },
  product_access_suspended: {
    httpStatus: 403,
    cause: "The Product is disabled or closed, which suspends its credentials everywhere.",
    action: "Stop calling for this Product.",
    remediation: "A founder enables a disabled Product again; a closed one stays closed.",
    environment: "live",
  },
  product_activation_required: {
    httpStatus: 403,
    cause: "The Product, or the capability the call needs, is not active in live.",
    action: "Keep to sandbox until `details.activationStatus` is `active`.",
    remediation: "Request activation and meet every requirement it lists.",
    environment: "live",
  },
  kyc_tier_insufficient: {
    httpStatus: 403,
    cause: "The entity has attained `details.attainedTier`; `details.requiredTier` is needed.",
    action:
      "Call `entity.kyc.submit` and `entity.kyc.verification.start`, and watch `entity.kyc.retrieve`.",
    remediation: "Collect the fields of the needed tier before offering what needs it.",
  },
  consent_expired: {
    httpStatus: 403,
    cause: "The consent's validity had ended when it was used.",
    action: "Ask the customer for a new consent and use that one.",
    remediation: "Renew consents before `expiresAt`.",
  },
  consent_revoked: {
    httpStatus: 403,
    cause: "The customer withdrew the consent.",
    action: "Stop the action; do not use this consent again.",
    remediation: "Follow `consent.revoked` events and end what depended on the consent.",
  },
  customer_access_required: {
    httpStatus: 403,
    cause: "The customer has no access to this Product: it was never given, or it was revoked.",
    action: "Create the access with `customer_access.create` and activate it first.",
    remediation: "Enrol each customer in the Product before acting on their behalf.",
  },
  customer_access_compliance_forbidden: {
    httpStatus: 403,
    cause:
      "Compliance refused the customer's access: 403 when the access is used, 409 when it is to be created, activated or resumed.",
    action: "Stop; the refusal does not depend on the request.",
    remediation: "Contact support with the `requestId`; reasons are not exposed here.",
    additionalHttpStatuses: [409],
  },
  customer_status_forbidden: {
    httpStatus: 403,
    cause:
      "The customer is pending, suspended or closed, and the operation needs another status. A new transfer or hold needs an active customer as the owner of the account to debit.",
    action: "Read the customer and choose an operation that `details.status` allows.",
    remediation: "Follow customer events and hold back work for customers that are not active.",
  },
  entity_status_forbidden: {
    httpStatus: 403,
    cause: "The entity behind the request is restricted, suspended or archived.",
    action: "Read the entity and choose an operation that its status allows.",
    remediation: "Resolve what restricts the entity before acting for it.",
  },
  unauthorized: {
    httpStatus: 403,
    cause:
      "The agent's grant does not cover the Product in `details.productId`, or the Build in `details.buildId`.",
    action: "Follow `details.nextStep`: a person widens the grant in the browser.",
    remediation: "Grant the agent each Product it works on, by name.",
  },
  tenant_mismatch: {
    httpStatus: 403,
    cause: "A `tenantId` was sent that is not the company of the credential.",
    action: "Leave `tenantId` out, or send the credential's own.",
    remediation: "Never store a tenant beside a credential; the credential already names it.",
  },
  agent_approval_required: {
    httpStatus: 403,
    cause: "An agent asked for a live action that no person has approved yet.",
    action:
      "Have a person open `details.approvalUrl`, then send the same request with the same key. `retryable` reads false because the approval comes first.",
    remediation: "Plan for approval before every live step; an approval serves one request once.",
  },

  // 404: the resource does not exist for this credential.
  not_found: {
    httpStatus: 404,
    cause: "No route has this method and path.",
    action:
      "Compare method and path with the contract document. `details.didYouMean` may name the path that was meant, `details.allowedMethods` (and the header `Allow`) the methods that the path takes.",
    remediation: "Generate paths from the contract instead of writing them by hand.",
  },
  resource_not_found: {
    httpStatus: 404,
    cause: "Nothing with this id is visible to the credential.",
    action: "List the resources of this type in the same tenant, Product and environment.",
    remediation: "Store ids together with the environment and Product they came from.",
  },
  account_not_found: {
    httpStatus: 404,
    cause: "No account with this id exists in this Product and environment.",
    action: "Find the account with `account.list` and use its `accountId`.",
    remediation: "Store account ids with their environment; they never carry across.",
  },
  collection_not_found: {
    httpStatus: 404,
    cause: "No collection with this id exists in this Product and environment.",
    action: "Find it with `collection.list` and use its `collectionId`.",
    remediation: "Keep the `collectionId` that creation returned.",
  },
  consent_not_found: {
    httpStatus: 404,
    cause: "No consent with this id exists in this Product and environment.",
    action: "Find it with `consent.list` or ask the customer for a new one.",
    remediation: "Keep the `consentId` that creation returned.",
  },
  customer_access_not_found: {
    httpStatus: 404,
    cause: "No customer access with this id exists in this Product and environment.",
    action: "Find it with `customer_access.list`, filtered by customer.",
    remediation: "Keep the `customerAccessId` beside the customer.",
  },
  customer_not_found: {
    httpStatus: 404,
    cause: "No customer with this id, as path, owner or `onBehalfOf`, exists in this Product.",
    action: "Find the customer with `customer.list` and use its `customerId`.",
    remediation: "Store customer ids with their Product and environment.",
  },
  developer_log_not_found: {
    httpStatus: 404,
    cause: "No developer log has this id, or it is past its 30 days.",
    action: "Look for the request by its `requestId` in `developer_log.list`.",
    remediation: "Copy what must be kept longer than the retention.",
  },
  entity_not_found: {
    httpStatus: 404,
    cause: "No entity with this id exists in this tenant and environment.",
    action: "Find it with `entity.list`, or through the customer that it belongs to.",
    remediation: "Take `entityId` from the customer instead of storing it apart.",
  },
  external_confirmation_not_found: {
    httpStatus: 404,
    cause: "No external confirmation with this id exists in this tenant and environment.",
    action: "Find it with `external_confirmation.list` by provider and reference.",
    remediation: "Keep the `externalConfirmationId` that recording it returned.",
  },
  financial_address_not_found: {
    httpStatus: 404,
    cause: "No financial address with this id exists in this Product and environment.",
    action: "Find it with `account.financial_address.list`.",
    remediation: "Keep the `financialAddressId` beside the account.",
  },
  noun_instance_not_found: {
    httpStatus: 404,
    cause: "No object of this kind has this id.",
    action: "Check kind and id with `object.list`.",
    remediation: "Store an object's kind together with its id.",
  },
  noun_reference_not_found: {
    httpStatus: 404,
    cause: "The field in `details.field` refers to an object that does not exist.",
    action: "Create the referenced object first, or refer to an existing one.",
    remediation: "Take references from objects that were read, not from user input.",
  },
  session_not_found: {
    httpStatus: 404,
    cause: "This user has no session with this id.",
    action: "List the user's sessions and choose one of them.",
    remediation: "Treat a session that is gone as already ended.",
  },
  source_operation_not_found: {
    httpStatus: 404,
    cause: "The operation that the request builds on is unknown here.",
    action: "Take the id from the `service-operation-id` header of the original response.",
    remediation: "Record that header with every mutation.",
  },
  transfer_not_found: {
    httpStatus: 404,
    cause: "No transfer with this id exists in this Product and environment.",
    action: "Find it with `transfer.list`, by account or `externalId`.",
    remediation: "Keep the `transferId` that the creating response or event carried.",
  },
  transfer_hold_not_found: {
    httpStatus: 404,
    cause: "No transfer hold with this id exists in this Product and environment.",
    action: "Find it with `transfer_hold.list`, by account or status.",
    remediation: "Keep the `transferHoldId` that creating the hold returned.",
  },

  // 409: the request conflicts with what is recorded.
  idempotency_conflict: {
    httpStatus: 409,
    cause:
      "In this Product and environment the key was used before for another method, path or body; `details.state` tells whether that first request still runs. Keys of other tenants, Products and environments never conflict.",
    action:
      "While the first request runs, wait, then send the same request again if it is the same change. Otherwise send the new request under a new key. `retryable` reads false because the key, not the time, decides.",
    remediation: "Bind each key to one intended change and never reuse it for another.",
  },
  state_conflict: {
    httpStatus: 409,
    cause: "The resource has moved on: its revision or status is not what the request expects.",
    action: "Read the resource again and send the next valid operation under a new key.",
    remediation: "Send the `revision` just read as `expectedRevision`, and handle this answer.",
  },
  insufficient_balance: {
    httpStatus: 409,
    cause:
      "The source account's available balance is below the amount. No money moved; only a failed transfer is on record.",
    action:
      "Fund the source or lower the amount, and send it under a new key: the first key gets this refusal again.",
    remediation:
      "Read the available balance first, and keep a margin for holds that arrive in between.",
  },
  account_frozen: {
    httpStatus: 409,
    cause:
      "An account that the operation must move money on is frozen; the message says why, in the words that may be known.",
    action: "Wait for the freeze to be lifted, then send a new request.",
    remediation: "Follow `account.frozen` and pause what collects from or settles to the account.",
  },
  account_freeze_plane_forbidden: {
    httpStatus: 409,
    cause: "The platform imposed a freeze on the account, and a tenant cannot lift it.",
    action: "Do not resend; contact support about the freeze.",
    remediation: "Check `plane` in `account.freeze.list` before offering to unfreeze or close.",
  },
  account_status_forbidden: {
    httpStatus: 409,
    cause: "The account's status, given in `details.status`, does not allow this change.",
    action: "Read the account and choose a change that its status allows.",
    remediation: "Derive the offered actions from the account's current status.",
  },
  account_close_balance_nonzero: {
    httpStatus: 409,
    cause: "The account to close still has money posted or reserved.",
    action: "Move out the balance, end its holds, and close it under a new key.",
    remediation: "Drain accounts as a step of its own before closing them.",
  },
  account_ledger_mapping_dangling: {
    httpStatus: 409,
    cause: "The account names a ledger account that does not exist; no figure can be given.",
    action: "Stop, and report the `requestId` to support.",
    remediation: "Only an operator can bring records and ledger together again.",
  },
  account_ledger_unprovisioned: {
    httpStatus: 409,
    cause: "The account exists but its ledger account is not made yet; no figure can be given.",
    action: "Read the account until `ledger.provisioned` is true, then send a new request.",
    remediation: "Wait for provisioning after creating an account before moving money on it.",
  },
  beneficiary_id_reserved: {
    httpStatus: 409,
    cause: "The requested `beneficiaryId` belongs to the tenant's own revenue beneficiary.",
    action: "Choose another id, or leave it out.",
    remediation: "Let the platform make beneficiary ids.",
  },
  payout_beneficiary_reserved: {
    httpStatus: 409,
    cause: "The payout names the reserved revenue beneficiary.",
    action: "Name a beneficiary of your own.",
    remediation: "Leave beneficiaries marked `reserved` out of every choice.",
  },
  collection_status_forbidden: {
    httpStatus: 409,
    cause: "The collection's status does not allow this step.",
    action: "Read the collection and choose one of `details.allowed`.",
    remediation: "Drive collections from their events instead of from a timer.",
  },
  customer_access_lifecycle_status_forbidden: {
    httpStatus: 409,
    cause: "The customer access cannot go from its present status to the wanted one.",
    action: "Read the access and choose one of `details.allowed`.",
    remediation: "Derive the offered transitions from the access's current status.",
  },
  customer_access_status_forbidden: {
    httpStatus: 409,
    cause: "The customer's access exists but is not active, so it cannot be used.",
    action: "Activate or resume the access, then send a new request.",
    remediation: "Check that the access is active before acting on behalf of its customer.",
  },
  financial_address_lifecycle_status_forbidden: {
    httpStatus: 409,
    cause: "The financial address cannot go from its present status to the wanted one.",
    action: "Read the address and choose one of `details.allowed`.",
    remediation: "Remember that a retired address stays retired; create a new one.",
  },
  noun_reference_status_forbidden: {
    httpStatus: 409,
    cause: "The referenced object is in a state in which it may not be referred to.",
    action: "Bring it into one of `details.allowed`, or refer to another object.",
    remediation: "Read the referenced object's state before building the request.",
  },
  noun_subject_not_found: {
    httpStatus: 409,
    cause: "The customer, account or object that this object is about does not exist.",
    action: "Check `details.subjectId` and name an existing subject.",
    remediation: "Create the subject first and pass on the id it was given.",
  },
  account_ledger_mapping_conflict: {
    httpStatus: 409,
    cause: "The ledger already has an account under this id with other facts.",
    action: "Compare owner, role and currency; report the `requestId` when they are right.",
    remediation: "Send a retry of account creation unchanged and under its first key.",
  },
  aggregate_condition_unmet: {
    httpStatus: 409,
    cause: "A total that the action depends on has not reached the declared value.",
    action: "Compare `details.expected` and `details.actual`, and complete what is missing.",
    remediation: "Use the action's preview before calling it.",
  },
  collection_authorization_unverified: {
    httpStatus: 409,
    cause: "The evidence for the consent behind the collection is missing or unconfirmed.",
    action: "Have the evidence verified, then retry the collection under a new key.",
    remediation: "Schedule collections only under consents whose `evidence.verified` is true.",
  },
  collection_transfer_mismatch: {
    httpStatus: 409,
    cause: "The transfer named as settlement differs from the collection it should settle.",
    action: "Compare the fields in `details.mismatched` and name the right transfer.",
    remediation: "Match transfers to collections by id, never by amount.",
  },
  consent_not_active: {
    httpStatus: 409,
    cause: "The consent is pending, rejected or used up, or its limits would be exceeded.",
    action: "Confirm it, lower the amount, or ask the customer for a new consent.",
    remediation: "Compare `limits` with `used` before each use.",
  },
  cross_tenant_transfer_forbidden: {
    httpStatus: 409,
    cause: "Source and destination belong to different companies.",
    action: "Choose two accounts of the same company.",
    remediation: "Send money to another company with a payout.",
  },
  exposure_cap_exceeded: {
    httpStatus: 409,
    cause:
      "The amount would pass the cap named in `details.cap`. `account_balance`: the account that is credited would have more than 9223372036854775807 minor units, with what holds reserve for it.",
    action:
      "Lower the amount to `details.limit` less `details.current`, or wait until exposure falls: money that leaves the account makes room. What moved in and out before does not count.",
    remediation:
      "Spread money over several accounts, or have a cap of a Build raised. `account_balance` is fixed.",
  },
  external_confirmation_conflict: {
    httpStatus: 409,
    cause: "The provider's reference is already recorded with other facts.",
    action: "Read the recorded confirmation and compare `details.mismatched`.",
    remediation: "Pass on the provider's reference and facts unchanged.",
  },
  external_confirmation_resource_conflict: {
    httpStatus: 409,
    cause: "The resource is already confirmed otherwise, or contradicts the confirmation.",
    action: "Read the resource and the confirmation on record, and reconcile them.",
    remediation: "Confirm each resource once, from one source.",
  },
  financial_address_destination_mismatch: {
    httpStatus: 409,
    cause: "The named destination is not the account that the address routes to.",
    action: "Use `details.accountId`, or leave the destination out.",
    remediation: "Take the account from the address instead of storing it apart.",
  },
  invalid_noun_transition: {
    httpStatus: 409,
    cause: "The object's current state declares no such action.",
    action: "Read the object and call one of `details.allowed`.",
    remediation: "Offer only the object's `availableActions`.",
  },
  ledger_transfer_rejected: {
    httpStatus: 409,
    cause: "The ledger refused the posting for the reason in `details.ledgerReason`.",
    action: "Read both accounts and the transfer or hold, and rebuild the request.",
    remediation: "Act on holds and transfers from their current status only.",
  },
  noun_account_not_drained: {
    httpStatus: 409,
    cause: "An account that must be empty for this step still holds money.",
    action: "Move out the amount in `details.balance`, then repeat the step under a new key.",
    remediation: "Call the draining action before the one that ends the object or account.",
  },
  noun_aggregate_cap_exceeded: {
    httpStatus: 409,
    cause: "The value would lift a capped total over its cap.",
    action: "Lower it to what `details.cap` leaves.",
    remediation: "Read the object's aggregates before adding to them.",
  },
  noun_aggregate_currency_mismatch: {
    httpStatus: 409,
    cause: "The value added to a total is in another currency than the total.",
    action: "Send it in `details.expected`.",
    remediation: "Keep one object per currency.",
  },
  noun_decision_declined: {
    httpStatus: 409,
    cause: "The decision that gates the action was declined.",
    action: "Stop the action; read the decision for its reason.",
    remediation: "Ask for a new decision only after its grounds have changed.",
  },
  noun_decision_timeout: {
    httpStatus: 409,
    cause: "The decision that gates the action was not made before its deadline.",
    action: "Call the action again to ask for a new decision.",
    remediation: "Resolve decisions before `deadline`; follow their events.",
  },
  noun_partition_mismatch: {
    httpStatus: 409,
    cause: "The parts do not add up to the whole, or one of them is not declared.",
    action: "Compare `details.whole` with `details.sum` and correct the parts.",
    remediation: "Compute the last part as the remainder of the others.",
  },
  noun_reference_already_claimed: {
    httpStatus: 409,
    cause: "Another object already holds this exclusive reference.",
    action: "Refer to an unclaimed object, or act on `details.claimedBy`.",
    remediation: "Release the reference in the other object first.",
  },
  noun_reference_incongruent: {
    httpStatus: 409,
    cause: "The referenced object differs from this one where both must agree.",
    action: "Compare `details.mismatched` and refer to an object that agrees.",
    remediation: "Choose references of the same subject, currency and Product.",
  },
  noun_reference_required: {
    httpStatus: 409,
    cause: "A reference that the kind declares as required is missing.",
    action: "Send the reference named in `details.field`.",
    remediation: "Read required references from `product.noun.retrieve`.",
  },
  noun_remainder_exceeded: {
    httpStatus: 409,
    cause: "The amount is greater than what is left of the remainder.",
    action: "Send at most `details.left`.",
    remediation: "Read the object's remainders right before the call.",
  },
  noun_retired: {
    httpStatus: 409,
    cause: "The kind, or the Build that the object lives in, has been retired.",
    action: "Use a kind that is still declared.",
    remediation: "Declare a migration for the kind in the next Build.",
  },
  noun_subject_kind_forbidden: {
    httpStatus: 409,
    cause: "The subject is of a kind that this object cannot be about.",
    action: "Name a subject of one of `details.allowed`.",
    remediation: "Read the accepted subjects from `product.noun.retrieve`.",
  },
  operation_not_finalized: {
    httpStatus: 409,
    cause: "The operation to build on is still running or its transfers are pending.",
    action: "Wait until `operation.retrieve` shows it finalized, then send a new request.",
    remediation: "Continue from the event that ends the first operation.",
  },
  port_actor_not_allowed: {
    httpStatus: 409,
    cause: "No port of the Product lets this actor call the action.",
    action: "Call it as an actor that one of `details.ports` admits.",
    remediation: "Open a port for the actor in a new Build.",
  },
  statement_evidence_incomplete: {
    httpStatus: 409,
    cause: "The ledger evidence of the month is missing or does not reconcile.",
    action: "Ask again after the month has been sealed.",
    remediation: "Read `evidence.status` of the statement before exporting it.",
  },

  // Other statuses.
  request_body_too_large: {
    httpStatus: 413,
    cause: "The body is larger than `details.maxBytes`.",
    action: "Send a smaller body.",
    remediation: "Split the work into several requests, each under its own key.",
  },
  provider_egress_rejected: {
    httpStatus: 422,
    cause: "The outside provider refused the request for a business reason.",
    action: "Read `details.providerCode`, correct what it names, and use a new key.",
    remediation: "Validate the data that the provider checks before submitting it.",
  },
  state_constraint_failed: {
    httpStatus: 422,
    cause: "The request is well formed but breaks a rule of the business.",
    action: "Read `details.constraint`, correct the value, and send it under a new key.",
    remediation: "Check the rule before sending; the operation's description states it.",
  },
  rate_limited: {
    httpStatus: 429,
    cause:
      "The budget of the credential or the source address is used up for this window. The request was not run, and nothing is on record.",
    action:
      "Wait `retry-after` seconds, then send the same request with the same key. `retryable` reads false because the wait comes first; after it the request is as good as new.",
    remediation: "Spread requests over the window; watch `x-ratelimit-remaining`.",
  },
  internal_error: {
    httpStatus: 500,
    cause: "Something unexpected happened on our side. Money may have moved.",
    action:
      "Send the same request with the same key, never with a new one. `retryable` reads false because the fault may last: stop after a few times.",
    remediation: "Report `requestId`, operation id and receipt id to support when it persists.",
    idempotencySafe: false,
  },
  provider_egress_failed: {
    httpStatus: 502,
    cause: "The provider could not be reached or failed after the intent was recorded.",
    action: "Send the same request with the same key until it has an outcome.",
    remediation: "Follow the resource's events; the platform keeps pursuing the step.",
    retryable: true,
    idempotencySafe: false,
  },
  ledger_unavailable: {
    httpStatus: 503,
    cause: "The ledger did not answer, so it is not known whether the change was written.",
    action: "Send the same request with the same key until it has an outcome.",
    remediation: "Retry with growing pauses, and keep the key until there is an answer.",
    retryable: true,
    idempotencySafe: false,
  },
  resource_reader_unavailable: {
    httpStatus: 503,
    cause: "What the request reads from is behind or not running. Only reads get this code.",
    action:
      "Wait some seconds, then send the same request; a read has no key. `retryable` reads false because the wait comes first, and `idempotencySafe` reads false as for every 5xx, although a read changes nothing.",
    remediation: "Build reads that tolerate a pause; mutations are not affected.",
    idempotencySafe: false,
  },
});

/** A published code. */
export type ErrorCode = keyof typeof ERROR_CATALOG;

/** Every code, in alphabetical order. */
export const ERROR_CODES = Object.keys(ERROR_CATALOG).sort() as readonly ErrorCode[];

/** True when `text` is a published code. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CATALOG, text);
}

/** Every status that `code` is returned with, its usual one first. */
export function statusesOf(code: ErrorCode): readonly number[] {
  const entry: ErrorCatalogEntry = ERROR_CATALOG[code];
  return [entry.httpStatus, ...(entry.additionalHttpStatuses ?? [])];
}

function catalog<const T extends Record<string, Draft>>(
  drafts: T,
): { readonly [C in keyof T]: Readonly<ErrorCatalogEntry> & { readonly code: C } } {
  const entries: Record<string, ErrorCatalogEntry> = {};
  for (const [code, draft] of Object.entries(drafts)) {
    const { httpStatus, cause, action, remediation, retryable, idempotencySafe, ...rest } = draft;
    entries[code] = {
      code,
      httpStatus,
      cause,
      action,
      remediation,
      retryable: retryable ?? false,
      idempotencySafe: idempotencySafe ?? true,
      ...rest,
      details: publishedDetailsOf(code as ErrorCode),
    };
  }
  return entries as { [C in keyof T]: ErrorCatalogEntry & { code: C } };
}
