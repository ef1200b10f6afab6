/**
 * What an agent does after a refusal, by code: which tool shows more, which one mends it, or which person can. An agent
 * has tools and arguments, and neither paths nor headers. `ERROR_CATALOG` says the same to programmers.
 */
import type { NextStepCall, NextSteps } from "../contract/declare/agent_guide.ts";

/** What a person alone can do. */
const LET_IN =
  "ask the person to let this agent in again; `agent_member.current` says what the agent has now";
const NEW_KEY = "under a new `idempotencyKey`";
const TELL_PERSON = "Do not send it again; tell the person.";

const again = ({ operation }: NextStepCall) => `call \`${operation}\` again`;

export const NEXT_STEPS: NextSteps = {
  // The request itself is wrong.
  invalid_request: (_, call) =>
    `Correct what \`details.issues\` names, and ${again(call)}; the input schema of the tool says what it takes.`,
  idempotency_required: (_, call) =>
    `Make a new UUID, and ${again(call)} with it as \`idempotencyKey\`; send the same one with each attempt at the same change.`,
  request_body_too_large: (_, call) =>
    `Send less in one call: ${again(call)} with shorter texts or fewer items.`,
  currency_mismatch: ({ accountId, expected }) =>
    `Send the amount in ${expected}, or name an account of the other currency; \`account.retrieve\` of ${accountId} says its currency, and \`account.list\` finds others.`,
  operation_environment_invalid: (_, call) =>
    `Do it in an environment of \`details.allowedEnvironments\`: ${again(call)} with that \`environment\`.`,
  owner_unsupported: `Use an owner of \`details.supported\`; \`catalog.account_role.list\` says which owner a role takes.`,
  provider_outcome_unsupported: `Use one of \`details.supported\`; \`catalog.provider.list\` has the outcomes of each provider.`,
  kyc_country_unsupported: `Do not send it again: the country is not served. \`catalog.country.list\` has those that are.`,
  account_role_owner_mismatch: `Use an owner of \`details.expectedOwnerTypes\`, or another role; \`catalog.account_role.list\` has both.`,
  funding_destination_role_forbidden: `Fund an account with a role of \`details.allowedRoles\`, which \`account.list\` finds, and move the money on with \`transfer.create\`.`,

  // The agent, its grant, and the person behind it.
  invalid_credentials: `The login of this agent is not taken: ${LET_IN}.`,
  key_revoked: `The login of this agent has ended: ${LET_IN}.`,
  session_expired: `The login of this agent is over: ${LET_IN}.`,
  session_revoked: `The grant of this agent has ended: ${LET_IN}.`,
  session_required:
    "Only a person does this, in the console: ask the person. `agent_member.current` says for whom this agent acts.",
  csrf_token_invalid:
    "Only a page of the console meets this: ask the person to do it there. `agent_member.current` says for whom this agent acts.",
  mfa_verification_required:
    "Only a person with a second factor does this, in the console: ask the person. `agent_member.current` says for whom this agent acts.",
  missing_required_scope: ({ scope }, call) =>
    `The grant of this agent lacks ${scope}: ask the person to let this agent in again with this scope, then ${again(call)}. \`agent_member.current\` lists the scopes of the grant.`,
  missing_required_permission: ({ permission }) =>
    `The person for whom this agent acts lacks ${permission}: ask a member of the company who has it to do it, or an owner to change the person's role. \`agent_member.current\` says who the person is.`,
  operation_not_allowed:
    "Do not send it again: `details.reason` says what forbids it. `product.retrieve` says which Build the Product runs, and `build.contract.retrieve` what that Build allows.",
  tenant_mismatch: (_, call) =>
    `Leave \`tenantId\` out, and ${again(call)}: this agent is of one company, which \`agent_member.current\` names.`,
  agent_approval_required: ({ status, agentApprovalId, approvalUrl }, call) => {
    const watched = call.hasTool("agent_approval.retrieve")
      ? ` \`agent_approval.retrieve\` with ${agentApprovalId} says how it stands.`
      : "";
    if (status === "pending" || status === "approved") {
      return `Show the person ${approvalUrl}. Once the person has approved there, ${again(call)} with the same arguments and the same \`idempotencyKey\`: that runs it.${watched}`;
    }
    const end = status === "denied" ? "The person said no: ask the person first." : "It is over.";
    return `${end} To ask for a new approval, ${again(call)} ${NEW_KEY}.${watched}`;
  },
  not_found: "`catalog.operation.list` has all operations; call the tool of the one that is meant.",

  // The Product.
  product_access_suspended: ({ productId }) =>
    `Stop working in this Product until a person enables it; \`product.retrieve\` of ${productId} says how it is, and \`product.list\` has others.`,
  product_activation_required: ({ productId }, call) =>
    `Keep to sandbox: ${again(call)} with \`environment\` sandbox. A person asks for the activation in the console; \`product.activation.retrieve\` of ${productId} says what is missing.`,
  missing_required_workspace_capability:
    "Leave this step out, or plan a program that declares the capability of `details.capability`: `composer.plan`, then `build.create` and `product.build.apply`.",

  // Money.
  insufficient_balance: ({ accountId }) =>
    `Lower the amount, or bring money to ${accountId} first, with \`transfer.create\` or in sandbox \`sandbox.account_funding.create\`; then send it ${NEW_KEY}. \`account.balance.retrieve\` says what is available.`,
  exposure_cap_exceeded: `Lower the amount to \`details.limit\` less \`details.current\`, and send it ${NEW_KEY}; \`product.limit.list\` has the limits of the Product, and \`payout_limit.list\` those of payouts.`,
  ledger_transfer_rejected: `Read the accounts with \`account.balance.retrieve\`, and the transfer or hold with \`transfer.retrieve\` or \`transfer_hold.retrieve\`; correct what \`details.ledgerReason\` says, and send it ${NEW_KEY}.`,
  account_frozen: `\`account.freeze.list\` says who froze it and why. Once the freeze is lifted (\`account.unfreeze\`, where the company made it), send it ${NEW_KEY}.`,
  account_freeze_plane_forbidden: `${TELL_PERSON} Only the platform lifts this freeze; \`account.freeze.list\` shows it.`,
  account_status_forbidden: ({ accountId }) =>
    `\`account.retrieve\` of ${accountId} says its status; choose what \`details.allowed\` permits, and send it ${NEW_KEY}.`,
  account_close_balance_nonzero: `Move the money out with \`transfer.create\`, end the holds with \`transfer_hold.cancel\` or \`transfer_hold.clear\`, then close the account with \`account.close\` ${NEW_KEY}.`,
  source_account_status_forbidden: `Choose another account to debit, which \`account.list\` finds, or lift the freeze with \`account.unfreeze\`; then send it ${NEW_KEY}.`,
  destination_account_status_forbidden: `Choose another account to credit, which \`account.list\` finds, or lift the freeze with \`account.unfreeze\`; then send it ${NEW_KEY}.`,

  beneficiary_id_reserved: `Leave \`beneficiaryId\` out or choose another one for \`beneficiary.create\`; \`beneficiary.list\` has those that can be changed. Send it ${NEW_KEY}.`,
  payout_beneficiary_reserved: `Choose another beneficiary, which \`beneficiary.list\` finds, or make one with \`beneficiary.create\`; then send it ${NEW_KEY}.`,
  account_role_not_financial_addressable: `Choose an account whose role is in \`details.allowedRoles\`; \`account.list\` finds it. Send it ${NEW_KEY}.`,
  financial_address_account_status_forbidden: `Choose an open account, which \`account.list\` finds, or lift the freeze with \`account.unfreeze\`; then send it ${NEW_KEY}.`,
  financial_address_status_forbidden: `\`financial_address.retrieve\` says the status: wait while it is pending, use \`financial_address.enable\` where it is disabled, or another address; then send it ${NEW_KEY}.`,
  financial_address_destination_mismatch: ({ accountId }) =>
    `\`financial_address.retrieve\` says that the money goes to ${accountId}: name that account, or leave the destination out; then send it ${NEW_KEY}.`,
  financial_address_lifecycle_status_forbidden: `\`financial_address.retrieve\` says the status; choose what \`details.allowed\` permits, and send it ${NEW_KEY}.`,

  // Customers and what is known of them.
  customer_access_compliance_forbidden: ({ customerAccessId }) =>
    `${TELL_PERSON} Compliance has refused it; \`customer_access.retrieve\` shows ${customerAccessId}.`,
  customer_access_lifecycle_status_forbidden: `\`customer_access.retrieve\` says the status; do what leads from it to one of \`details.allowed\`, then send it ${NEW_KEY}.`,
  customer_access_required: `Give the customer access with \`customer_access.create\`, then \`customer_access.activate\`, then send it ${NEW_KEY}.`,
  customer_access_status_forbidden: `Use \`customer_access.activate\` where it is pending, or \`customer_access.resume\` where it is suspended; then send it ${NEW_KEY}.`,
  customer_status_forbidden: ({ customerId }) =>
    `\`customer.retrieve\` of ${customerId} says the status; \`customer.reactivate\` ends a suspension. Then send it ${NEW_KEY}.`,
  entity_status_forbidden: ({ entityId }) =>
    `\`entity.retrieve\` of ${entityId} says the status; what restricts it has to be resolved first: tell the person.`,
  kyc_tier_insufficient: ({ requiredTier }) =>
    `Bring the entity to ${requiredTier}: \`entity.kyc.requirement.list\` says what is missing, \`entity.kyc.submit\` takes it, \`entity.kyc.verification.start\` has it checked, and \`entity.kyc.retrieve\` says when it is attained.`,
  consent_expired: `Ask the customer for a new consent with \`consent.create\`, and use that one.`,
  consent_revoked: `Do not use this consent again; \`consent.retrieve\` shows it, and a new one is asked for with \`consent.create\`.`,
  consent_not_active: `\`consent.retrieve\` says how it is: confirm it with \`consent.confirm\`, lower the amount, or ask for a new one with \`consent.create\`.`,
  collection_authorization_unverified: `Have the evidence of the consent confirmed with \`consent.confirm\`, then try again ${NEW_KEY}: a collection with \`collection.retry\`, an action of an object with \`object.action.call\`.`,
  collection_status_forbidden: `\`collection.retrieve\` says the status; do what leads from it to one of \`details.allowed\`. Where it is \`processing\` a bank was asked: wait for \`collection.collected\` or \`collection.failed\`. Where nothing is allowed it belongs to an object, whose schedule and actions alone say what follows: \`noun_instance.retrieve\` of its \`objectId\` finds the object, and \`object.action.list\` what can be called.`,
  collection_transfer_mismatch: `Compare the fields of \`details.mismatched\` with \`collection.retrieve\` and \`transfer.retrieve\`, and name the right transfer.`,

  // Objects of programs.
  aggregate_condition_unmet: `Compare \`details.expected\` with \`details.actual\`; \`object.retrieve\` shows the object, and \`object.action.preview\` what an action would do.`,
  invalid_noun_transition: `\`object.retrieve\` says the state; call an action of \`details.allowed\` with \`object.action.call\`.`,
  noun_account_not_drained: `Move \`details.balance\` out first; \`object.account.list\` shows the accounts of an object. Then send it ${NEW_KEY}.`,
  noun_aggregate_cap_exceeded: `Lower it to what \`details.cap\` leaves above \`details.current\`; \`object.retrieve\` shows the object.`,
  noun_aggregate_currency_mismatch: `Send it in the currency of \`details.expected\`; \`object.retrieve\` shows the object.`,
  noun_decision_declined: `Stop the action; \`decision.retrieve\` of the decision in \`details.decisionId\` says why.`,
  noun_decision_timeout: `Call the action again with \`object.action.call\` ${NEW_KEY}, which asks for a new decision.`,
  noun_partition_mismatch: `Make the parts add up to \`details.whole\`; \`product.noun.retrieve\` says which parts there are.`,
  noun_reference_already_claimed: `Refer to an object that nothing holds, which \`object.list\` finds, or act on \`details.claimedBy\`.`,
  noun_reference_incongruent: `Compare the fields of \`details.mismatched\` with \`object.retrieve\`, and refer to an object that agrees.`,
  noun_reference_not_found: `Refer to an object that \`object.list\` finds, or make it first with \`object.create\`.`,
  noun_reference_required: `Send the reference of \`details.field\`; \`object.list\` finds objects to refer to.`,
  noun_reference_status_forbidden: `Bring the object into a state of \`details.allowed\` with \`object.action.call\`, or refer to another one, which \`object.list\` finds.`,
  noun_remainder_exceeded: `Send \`details.left\` at the most; \`object.retrieve\` shows the object.`,
  noun_retired: `Use a kind that is declared still; \`product.noun.list\` has them.`,
  noun_subject_kind_forbidden: `Name a subject of a kind of \`details.allowed\`; \`product.noun.retrieve\` says which the kind takes.`,
  noun_subject_not_found: `Name a subject that is there; \`customer.list\` and \`entity.list\` find customers and entities.`,
  noun_instance_not_found: `Compare kind and id with \`object.list\`; \`product.noun.list\` has the kinds.`,
  port_actor_not_allowed: `An agent may not call this action here: \`product.port.list\` says who may, and \`details.ports\` which ports it has. Ask such a person or program to do it.`,

  // What is not there.
  resource_not_found: ({ resourceType }, { hasTool }) =>
    hasTool(`${resourceType}.list`)
      ? `Find it with \`${resourceType}.list\`, in the same Product and environment; \`agent_member.current\` lists what this agent reaches.`
      : "Compare id, Product and environment with what lists of such things show; `agent_member.current` lists what this agent reaches.",
  account_not_found: "Find the account with `account.list`, and use its `accountId`.",
  collection_not_found: "Find it with `collection.list`, and use its `collectionId`.",
  consent_not_found: "Find it with `consent.list`, or ask for a new one with `consent.create`.",
  customer_access_not_found: "Find it with `customer_access.list`, by the customer.",
  financial_address_not_found:
    "Find it with `financial_address.list`, and use its `financialAddressId`.",
  customer_not_found: "Find the customer with `customer.list`, and use its `customerId`.",
  developer_log_not_found: "Look for the request with `developer_log.list`, by its `requestId`.",
  entity_not_found: "Find it with `entity.list`, or with `customer.retrieve` of its customer.",
  source_operation_not_found:
    "Find the operation with `operation.list`; the answer to each change names its own under `service/operationId`.",
  transfer_hold_not_found: "Find it with `transfer_hold.list`, by its account or status.",
  transfer_not_found: "Find it with `transfer.list`, by its account or `externalId`.",

  // What is otherwise now.
  idempotency_conflict: (_, call) =>
    `\`idempotency_key.retrieve\` says what the key was used for. While the first call runs, wait and ${again(call)} with the same arguments; for another change, send it ${NEW_KEY}.`,
  state_conflict: ({ actual }) =>
    actual === "mismatch"
      ? `\`beneficiary.retrieve\` shows what its bank has found. A person decides whether it is paid all the same: then \`beneficiary.update\` with \`acceptMismatch\`, and send it ${NEW_KEY}.`
      : `Read the resource again with the tool that retrieves it, as \`operation.list\` shows what has changed it; then send what fits its state now ${NEW_KEY}.`,
  state_constraint_failed: (_, call) =>
    `Correct what \`details.constraint\` names, and ${again(call)} ${NEW_KEY}.`,
  operation_not_finalized: ({ operationId }) =>
    `Wait until \`operation.retrieve\` of ${operationId} says that it is finalized, then send it ${NEW_KEY}.`,
  statement_evidence_incomplete: (_, call) =>
    `Wait until the month is sealed, then ${again(call)}.`,

  external_confirmation_not_found:
    "Find it with `external_confirmation.list`, by its reference or by what it confirms.",
  external_confirmation_conflict: ({ externalConfirmationId }) =>
    `\`external_confirmation.retrieve\` of ${externalConfirmationId} shows what was recorded. Where it is right, nothing is to be done; another confirmation needs a reference of its own.`,
  external_confirmation_resource_conflict: `Read what is confirmed with the tool that retrieves it, and \`external_confirmation.list\` with its id: confirm what is on record, once.`,

  // The platform, and who it asks.
  rate_limited: ({ resetAt }, call) =>
    `Wait until ${resetAt}, then ${again(call)} with the same arguments and the same \`idempotencyKey\`.`,
  provider_egress_rejected: (_, call) =>
    `Correct what \`details.providerCode\` says, and ${again(call)} ${NEW_KEY}.`,
  provider_egress_failed: (_, call) =>
    `Wait some seconds, and ${again(call)} with the same arguments and the same \`idempotencyKey\`, until it has an outcome.`,
  ledger_unavailable: (_, call) =>
    `Wait some seconds, and ${again(call)} with the same arguments and the same \`idempotencyKey\`, until it has an outcome.`,
  resource_reader_unavailable: (_, call) => `Wait some seconds, and ${again(call)}.`,
  internal_error: (_, call) =>
    `Wait some seconds, and ${again(call)} with the same arguments and the same \`idempotencyKey\`, a few times at the most; never with a new one.`,
};
