/**
 * Tenants, Products and keys: the platform shard's own feature. And what the operator does on a
 * ledger shard, in the live environment of a Product, or in either.
 */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import type { CollectingState } from "../collection/collection_facts.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import type { PayingState } from "../payout/payout_changes.ts";
import type { PayoutLimitState } from "../payout_limit/payout_limit_state.ts";
import type { ProductState } from "../product/product_state.ts";
import { apiKeysDue } from "./api_keys_due.ts";
import { COMPANY_TELLING } from "./company_telling.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformAccountFundingCreate } from "./platform.account_funding.create.ts";
import { platformAccountReleaseCreate } from "./platform.account_release.create.ts";
import { platformApiKeyCreate } from "./platform.api_key.create.ts";
import { platformApiKeyList } from "./platform.api_key.list.ts";
import { platformApiKeyRevoke } from "./platform.api_key.revoke.ts";
import {
  type ErasingBeneficiaryState,
  platformBeneficiaryErase,
} from "./platform.beneficiary.erase.ts";
import { platformBeneficiaryErasureSettle } from "./platform.beneficiary.erasure.settle.ts";
import { platformClosingSettle } from "./platform.closing.settle.ts";
import { platformCollectionCorrect } from "./platform.collection.correct.ts";
import { platformCompanyCreate } from "./platform.company.create.ts";
import { platformCompanyTellingSettle } from "./platform.company_telling.settle.ts";
import { platformComplianceOutcomeCreate } from "./platform.compliance_outcome.create.ts";
import { platformCustomerActivate } from "./platform.customer.activate.ts";
import { type ErasingState, platformEntityErase } from "./platform.entity.erase.ts";
import { platformEntityErasureSettle } from "./platform.entity.erasure.settle.ts";
import { platformEntityReinstate } from "./platform.entity.reinstate.ts";
import { platformEntityRestrict } from "./platform.entity.restrict.ts";
import { platformEntitySuspend } from "./platform.entity.suspend.ts";
import { platformOperatorActTell } from "./platform.operator_act.tell.ts";
import { platformPayoutCorrect } from "./platform.payout.correct.ts";
import { platformPayoutLimitList } from "./platform.payout_limit.list.ts";
import { platformPayoutLimitRemove } from "./platform.payout_limit.remove.ts";
import { platformPayoutLimitSet } from "./platform.payout_limit.set.ts";
import { platformPersonalAccessTokenCreate } from "./platform.personal_access_token.create.ts";
import { platformPersonalAccessTokenList } from "./platform.personal_access_token.list.ts";
import { platformPersonalAccessTokenRevoke } from "./platform.personal_access_token.revoke.ts";
import { platformProductActivationDecide } from "./platform.product.activation.decide.ts";
import { platformProductCreate } from "./platform.product.create.ts";
import { platformProductList } from "./platform.product.list.ts";
import { platformProductRateAgree } from "./platform.product.rate.agree.ts";
import { platformProductUpdate } from "./platform.product.update.ts";
import { platformRetiredKeysSettle } from "./platform.retired_keys.settle.ts";
import { platformSessionRevoke } from "./platform.session.revoke.ts";
import { platformTellingSettle } from "./platform.telling.settle.ts";
import { platformTenantCreate } from "./platform.tenant.create.ts";
import { platformTenantList } from "./platform.tenant.list.ts";
import { platformUsageCheck } from "./platform.usage.check.ts";
import { platformUserList } from "./platform.user.list.ts";
import { platformUserMfaReset } from "./platform.user.mfa.reset.ts";
import { platformUserSessionList } from "./platform.user.session.list.ts";
import { platformWebhookTroubleTell } from "./platform.webhook_trouble.tell.ts";
import {
  announcementOf,
  foundInPlatform,
  platformEvents,
  platformFacts,
  productsAnnounced,
  realmOpenedBy,
} from "./platform_facts.ts";
import { createPlatformState, type PlatformState, platformTables } from "./platform_state.ts";
import { CLOSING, TELLING } from "./platform_telling.ts";
import { platformWords } from "./platform_words.ts";
import { RETIRED_KEYS } from "./retired_keys.ts";

export const platformFeature = {
  words: platformWords,
  operations: [
    platformTenantCreate,
    platformTenantList,
    platformProductCreate,
    platformProductList,
    platformProductUpdate,
    platformProductRateAgree,
    platformProductActivationDecide,
    platformClosingSettle,
    platformApiKeyCreate,
    platformApiKeyList,
    platformApiKeyRevoke,
    platformCompanyCreate,
    platformUserList,
    platformUserMfaReset,
    platformUserSessionList,
    platformSessionRevoke,
    platformPersonalAccessTokenCreate,
    platformPersonalAccessTokenList,
    platformPersonalAccessTokenRevoke,
    platformTellingSettle,
    platformOperatorActTell,
    platformWebhookTroubleTell,
  ],
  effects: [TELLING, CLOSING],
  due: [apiKeysDue],
  facts: platformFacts,
  eventsOf: platformEvents,
  realms: { opens: realmOpenedBy },
  announcements: { of: announcementOf, atStart: productsAnnounced, find: foundInPlatform },
  createState: createPlatformState,
  revisions: [
    {
      prefix: "prod",
      revisionOf: ({ products }, realm, productId) => products.get(realm, productId)?.revision,
    },
  ],
  tables: platformTables,
} satisfies Feature<PlatformState>;

export const platformInLiveFeature = {
  operations: [
    platformCustomerActivate,
    platformEntityRestrict,
    platformEntitySuspend,
    platformEntityReinstate,
    platformComplianceOutcomeCreate,
    platformAccountFundingCreate,
    platformAccountReleaseCreate,
    platformPayoutCorrect,
    platformCollectionCorrect,
    platformPayoutLimitSet,
    platformPayoutLimitRemove,
    platformPayoutLimitList,
    platformUsageCheck,
    platformEntityErase,
    platformEntityErasureSettle,
    platformBeneficiaryErase,
    platformBeneficiaryErasureSettle,
    platformRetiredKeysSettle,
    platformCompanyTellingSettle,
  ],
  effects: [COMPANY_TELLING, RETIRED_KEYS],
  facts: { [OPERATOR_NOTED]: () => {} },
  eventsOf: { [OPERATOR_NOTED]: noEvents },
} satisfies Feature<
  CustomerState &
    ProductState &
    ErasingState &
    ErasingBeneficiaryState &
    PayoutLimitState &
    PayingState &
    CollectingState
>;
