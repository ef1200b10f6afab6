/**
 * The list of all features, in the order of dependence: a feature imports only features above it.
 * All that the platform knows of its features is derived from these lists.
 */
import {
  everyOperationOf,
  type Feature,
  registryOf,
  resourcesOf,
  type StateOf,
  type Tag,
} from "../contract/declare/feature.ts";
import type { NounWords } from "../contract/declare/noun_words.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { Example } from "../contract/document/example.ts";
import type { Webhook } from "../contract/document/openapi_webhooks.ts";
import { accountFeature } from "./account/account_feature.ts";
import { activityFeature } from "./activity/activity_feature.ts";
import { agentFeature, agentPlatformFeature } from "./agent/agent_feature.ts";
import { agentApprovalFeature } from "./agent_approval/agent_approval_feature.ts";
import { agentGrantFeature } from "./agent_grant/agent_grant_feature.ts";
import { agentMemberFeature } from "./agent_member/agent_member_feature.ts";
import { announce, declarationsOf } from "./announced.ts";
import { apiKeyFeature, apiKeyPlatformFeature } from "./api_key/api_key_feature.ts";
import { auditFeature } from "./audit/audit_feature.ts";
import { authFeature } from "./auth/auth_feature.ts";
import { bankMessageFeature } from "./bank_message/bank_message_feature.ts";
import { bankStatementFeature } from "./bank_statement/bank_statement_feature.ts";
import { beneficiaryFeature } from "./beneficiary/beneficiary_feature.ts";
import { blueprintFeature } from "./blueprint/blueprint_feature.ts";
import { booksFeature } from "./books/books_feature.ts";
import { buildFeature } from "./build/build_feature.ts";
import { catalogFeature } from "./catalog/catalog_feature.ts";
import { collectionFeature } from "./collection/collection_feature.ts";
import { composerFeature } from "./composer/composer_feature.ts";
import { consentFeature } from "./consent/consent_feature.ts";
import { credentialUseFeature } from "./credential_use/credential_use_feature.ts";
import { customerFeature } from "./customer/customer_feature.ts";
import { customerAccessFeature } from "./customer_access/customer_access_feature.ts";
import { decisionFeature } from "./decision/decision_feature.ts";
import { developerLogFeature } from "./developer_log/developer_log_feature.ts";
import { deviceAuthorizationFeature } from "./device_authorization/device_authorization_feature.ts";
import { entityFeature } from "./entity/entity_feature.ts";
import { eventFeature } from "./event/event_feature.ts";
import { Event } from "./event/event_schema.ts";
import { ownSchemaOf } from "./event/event_type_schema.ts";
import { externalConfirmationFeature } from "./external_confirmation/external_confirmation_feature.ts";
import { financialAddressFeature } from "./financial_address/financial_address_feature.ts";
import { idempotencyKeyFeature } from "./idempotency_key/idempotency_key_feature.ts";
import { ledgerFeature } from "./ledger/ledger_feature.ts";
import { mailFeature } from "./mail/mail_feature.ts";
import { meteringFeature } from "./metering/metering_feature.ts";
import { nounInstanceFeature } from "./noun_instance/noun_instance_feature.ts";
import { oauthFeature } from "./oauth/oauth_feature.ts";
import { oauthClientFeature } from "./oauth_client/oauth_client_feature.ts";
import { objectFeature } from "./object/object_feature.ts";
import { operationFeature } from "./operation/operation_feature.ts";
import { payoutFeature } from "./payout/payout_feature.ts";
import { payoutLimitFeature } from "./payout_limit/payout_limit_feature.ts";
import { personalAccessTokenFeature } from "./personal_access_token/personal_access_token_feature.ts";
import { platformFeature, platformInLiveFeature } from "./platform/platform_feature.ts";
import { productFeature, productPlatformFeature } from "./product/product_feature.ts";
import { providerFeature } from "./provider/provider_feature.ts";
import { providerComparisonFeature } from "./provider_comparison/provider_comparison_feature.ts";
import { providerRequestFeature } from "./provider_request/provider_request_feature.ts";
import { providerRequestStepsFeature } from "./provider_request_steps/provider_request_steps_feature.ts";
import { receiptFeature } from "./receipt/receipt_feature.ts";
import { receivedCreditFeature } from "./received_credit/received_credit_feature.ts";
import { sandboxFeature } from "./sandbox/sandbox_feature.ts";
import { scheduleFeature } from "./schedule/schedule_feature.ts";
import { searchFeatureOf } from "./search/search_feature.ts";
import { sessionFeature } from "./session/session_feature.ts";
import { statementFeature } from "./statement/statement_feature.ts";
import { statementExportFeature } from "./statement_export/statement_export_feature.ts";
import { tenantFeature } from "./tenant/tenant_feature.ts";
import { transferFeature } from "./transfer/transfer_feature.ts";
import { transferHoldFeature } from "./transfer_hold/transfer_hold_feature.ts";
import { unassignedCreditFeature } from "./unassigned_credit/unassigned_credit_feature.ts";
import { usageFeature } from "./usage/usage_feature.ts";
import { userFeature } from "./user/user_feature.ts";
import { webhookDeliveryFeature } from "./webhook_delivery/webhook_delivery_feature.ts";
import { webhookEndpointFeature } from "./webhook_endpoint/webhook_endpoint_feature.ts";

/** The features whose things a search finds, and the features that these need. */
const RESOURCE_FEATURES = [
  ledgerFeature,
  meteringFeature,
  providerFeature,
  unassignedCreditFeature,
  providerRequestFeature,
  entityFeature,
  customerAccessFeature,
  customerFeature,
  accountFeature,
  sandboxFeature,
  transferHoldFeature,
  transferFeature,
  financialAddressFeature,
  statementFeature,
  statementExportFeature,
  booksFeature,
  activityFeature,
  productFeature,
  usageFeature,
  providerComparisonFeature,
  beneficiaryFeature,
  consentFeature,
  collectionFeature,
  payoutLimitFeature,
  payoutFeature,
  receivedCreditFeature,
  bankMessageFeature,
  bankStatementFeature,
  providerRequestStepsFeature,
  externalConfirmationFeature,
  decisionFeature,
  scheduleFeature,
  objectFeature,
  nounInstanceFeature,
  apiKeyFeature,
  operationFeature,
  receiptFeature,
  idempotencyKeyFeature,
  eventFeature,
  platformInLiveFeature,
  agentFeature,
] as const;

/** The features of a ledger shard; the edges serve their operations. `more` adds features. */
export function shardFeaturesWith<const F extends readonly Feature[]>(more: F) {
  const above = [...RESOURCE_FEATURES, ...more] as const;
  return [
    ...above,
    searchFeatureOf(resourcesOf(above)),
    developerLogFeature,
    catalogFeature,
    webhookDeliveryFeature,
    webhookEndpointFeature,
  ] as const;
}

export const SHARD_FEATURES = shardFeaturesWith([]);

/** Every resource of a ledger shard. */
export const RESOURCES = resourcesOf(SHARD_FEATURES);

/** The features of the platform shard. */
export const PLATFORM_FEATURES = [
  mailFeature,
  platformFeature,
  credentialUseFeature,
  auditFeature,
  agentPlatformFeature,
  sessionFeature,
  personalAccessTokenFeature,
  tenantFeature,
  authFeature,
  userFeature,
  productPlatformFeature,
  apiKeyPlatformFeature,
  blueprintFeature,
  composerFeature,
  buildFeature,
  agentGrantFeature,
  agentMemberFeature,
  agentApprovalFeature,
  oauthClientFeature,
  deviceAuthorizationFeature,
  oauthFeature,
] as const;

/** The features whose operations the edges serve, and the published contract has. */
export const SERVED_FEATURES = [...SHARD_FEATURES, ...PLATFORM_FEATURES] as const;

/** The whole state of a ledger shard in memory. */
export type ShardState = StateOf<typeof SHARD_FEATURES>;

/** The whole state of the platform shard in memory. */
export type PlatformShardState = StateOf<typeof PLATFORM_FEATURES>;

export const SHARD_REGISTRY = registryOf(SHARD_FEATURES);
export const PLATFORM_REGISTRY = registryOf(PLATFORM_FEATURES);

// biome-ignore lint/suspicious/noExplicitAny: a registry holds operations of every input type
type Operations = readonly Operation<any>[];

/**
 * The operations of features that the edges serve, in their order: all but the operator's and those
 * that only the platform itself asks for.
 */
export function operationsOf(features: readonly Feature[]): Operations {
  return everyOperationOf(features).filter(isServed);
}

function isServed(operation: Pick<Operation<never>, "principals" | "inContract">): boolean {
  return !isOfOperator(operation) && !isOfPlatform(operation);
}

function isOfOperator({ principals }: Pick<Operation<never>, "principals">): boolean {
  return principals.includes("operator");
}

function isOfPlatform({
  principals,
  inContract,
}: Pick<Operation<never>, "principals" | "inContract">): boolean {
  return inContract === false && principals.every((principal) => principal === "system");
}

/** The groups of operations in the published contract. */
export function tagsOf(features: readonly Feature[]): readonly Tag[] {
  return features.flatMap(({ tag }) => (typeof tag === "object" ? tag : []));
}

/** The words of features, in their order. */
export function wordsOf(features: readonly Feature[]): readonly NounWords[] {
  return features.flatMap(({ words }) => words ?? []);
}

/** The examples of features, in their order. */
export function examplesOf(features: readonly Feature[]): readonly Example[] {
  return features.flatMap(({ examples }) => examples ?? []);
}

const EVERY_OPERATION: Operations = everyOperationOf(SERVED_FEATURES);

/** Every operation that the edges serve. */
export const operations = EVERY_OPERATION.filter(isServed);

/** Every operation that the operator's socket serves. */
export const OPERATOR_OPERATIONS = everyOperationOf([
  ...PLATFORM_FEATURES,
  ...SHARD_FEATURES,
]).filter(isOfOperator);

const DECLARATIONS = declarationsOf(EVERY_OPERATION, SERVED_FEATURES, tagsOf(SERVED_FEATURES));
announce(DECLARATIONS);

/** What webhook endpoints get: one for each type of event. */
export const WEBHOOKS: readonly Webhook[] = [...DECLARATIONS.eventTypes.values()].map(
  (eventType) => ({
    type: eventType.type,
    description: eventType.description,
    tag: "Events",
    event: Event,
    own: ownSchemaOf(eventType),
  }),
);
