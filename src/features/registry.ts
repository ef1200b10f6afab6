/**
 * Every feature, once. The order of the folders is the order of dependence: a feature imports only
 * features above it. Adding an operation is a file in its feature's folder and a line here.
 */
import type { Operation, WriteOperation } from "../contract/operation.ts";
import type { ActorRegistry } from "../contract/registry.ts";
import { accountBalanceHistoryList } from "./account/account.balance.history.list.ts";
import { accountBalanceRetrieve } from "./account/account.balance.retrieve.ts";
import { accountClose } from "./account/account.close.ts";
import { accountCreate } from "./account/account.create.ts";
import { accountEntryList } from "./account/account.entry.list.ts";
import { accountFreezeList } from "./account/account.freeze.list.ts";
import { accountFreeze } from "./account/account.freeze.ts";
import { accountList } from "./account/account.list.ts";
import { accountRetrieve } from "./account/account.retrieve.ts";
import { accountStatementExport } from "./account/account.statement.export.ts";
import { accountStatementList } from "./account/account.statement.list.ts";
import { accountStatementRetrieve } from "./account/account.statement.retrieve.ts";
import { accountTransferList } from "./account/account.transfer.list.ts";
import { accountTransferHoldList } from "./account/account.transfer_hold.list.ts";
import { accountUnfreeze } from "./account/account.unfreeze.ts";
import { accountUpdate } from "./account/account.update.ts";
import { accountFacts } from "./account/account_facts.ts";
import { apiKeyCurrentRetrieve } from "./api_key/api_key.current.retrieve.ts";
import { catalogAccountRoleList } from "./catalog/catalog.account_role.list.ts";
import { catalogCapabilityList } from "./catalog/catalog.capability.list.ts";
import { catalogCountryList } from "./catalog/catalog.country.list.ts";
import { catalogCurrencyList } from "./catalog/catalog.currency.list.ts";
import { catalogErrorList } from "./catalog/catalog.error.list.ts";
import { catalogErrorRetrieve } from "./catalog/catalog.error.retrieve.ts";
import { catalogEventTypeList } from "./catalog/catalog.event_type.list.ts";
import { catalogEventTypeRetrieve } from "./catalog/catalog.event_type.retrieve.ts";
import { catalogKycTierList } from "./catalog/catalog.kyc_tier.list.ts";
import { catalogOperationList } from "./catalog/catalog.operation.list.ts";
import { catalogPricingRetrieve } from "./catalog/catalog.pricing.retrieve.ts";
import { catalogProviderList } from "./catalog/catalog.provider.list.ts";
import { catalogScopeList } from "./catalog/catalog.scope.list.ts";
import { customerAccountList } from "./customer/customer.account.list.ts";
import { customerActivityList } from "./customer/customer.activity.list.ts";
import { customerBalanceList } from "./customer/customer.balance.list.ts";
import { customerClose } from "./customer/customer.close.ts";
import { customerCreate } from "./customer/customer.create.ts";
import { customerList } from "./customer/customer.list.ts";
import { customerReactivate } from "./customer/customer.reactivate.ts";
import { customerRetrieve } from "./customer/customer.retrieve.ts";
import { customerSuspend } from "./customer/customer.suspend.ts";
import { customerTransferList } from "./customer/customer.transfer.list.ts";
import { customerUpdate } from "./customer/customer.update.ts";
import { customerFacts } from "./customer/customer_facts.ts";
import { developerLogList } from "./developer_log/developer_log.list.ts";
import { developerLogRetrieve } from "./developer_log/developer_log.retrieve.ts";
import { idempotencyKeyRetrieve } from "./idempotency_key/idempotency_key.retrieve.ts";
import { transferRowCodec } from "./ledger/transfer_row.ts";
import { operationList } from "./operation/operation.list.ts";
import { operationRetrieve } from "./operation/operation.retrieve.ts";
import { announceOperations } from "./operation_ids.ts";
import { PLATFORM_FACTS } from "./platform/platform_facts.ts";
import { PLATFORM_OPERATIONS } from "./platform/platform_operations.ts";
import {
  createPlatformState,
  type PlatformState,
  platformTables,
} from "./platform/platform_state.ts";
import { productBooksEntryList } from "./product/product.books.entry.list.ts";
import { productBooksMonthRetrieve } from "./product/product.books.month.retrieve.ts";
import { productBooksRetrieve } from "./product/product.books.retrieve.ts";
import { productRetrieve } from "./product/product.retrieve.ts";
import { receiptList } from "./receipt/receipt.list.ts";
import { receiptProofRetrieve } from "./receipt/receipt.proof.retrieve.ts";
import { receiptRetrieve } from "./receipt/receipt.retrieve.ts";
import { sandboxAccountFundingCreate } from "./sandbox/sandbox.account_funding.create.ts";
import { sandboxClockAdvance } from "./sandbox/sandbox.clock.advance.ts";
import { sandboxClockRetrieve } from "./sandbox/sandbox.clock.retrieve.ts";
import { sandboxPlatformFreezeCreate } from "./sandbox/sandbox.platform_freeze.create.ts";
import { sandboxPlatformFreezeLift } from "./sandbox/sandbox.platform_freeze.lift.ts";
import { sandboxFacts } from "./sandbox/sandbox_facts.ts";
import { searchRetrieve } from "./search/search.retrieve.ts";
import { createShardState, type ShardState, tablesOf } from "./shard_state.ts";
import { transferBatchCreate } from "./transfer/transfer.batch.create.ts";
import { transferCreate } from "./transfer/transfer.create.ts";
import { transferList } from "./transfer/transfer.list.ts";
import { transferRetrieve } from "./transfer/transfer.retrieve.ts";
import { transferReverse } from "./transfer/transfer.reverse.ts";
import { transferFacts } from "./transfer/transfer_facts.ts";
import { dueFollowUps, nextLiveExpiryMs, rebuildExpiries } from "./transfer_hold/expiries.ts";
import { transferHoldCancel } from "./transfer_hold/transfer_hold.cancel.ts";
import { transferHoldClear } from "./transfer_hold/transfer_hold.clear.ts";
import { transferHoldCreate } from "./transfer_hold/transfer_hold.create.ts";
import { transferHoldExpire } from "./transfer_hold/transfer_hold.expire.ts";
import { transferHoldList } from "./transfer_hold/transfer_hold.list.ts";
import { transferHoldRetrieve } from "./transfer_hold/transfer_hold.retrieve.ts";
import { transferHoldFacts } from "./transfer_hold/transfer_hold_facts.ts";

/** Folders in the order of dependence; the architecture test holds them to it. */
export const FEATURE_ORDER = [
  "external_id",
  "ledger",
  "customer",
  "account",
  "sandbox",
  "transfer_hold",
  "transfer",
  "statement",
  "books",
  "activity",
  "product",
  "api_key",
  "operation",
  "receipt",
  "idempotency_key",
  "search",
  "developer_log",
  "catalog",
  "platform",
] as const;

/** Everything that the edges serve, in the order of the published contract's tags. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds operations of every input type
export const operations: readonly Operation<any>[] = [
  apiKeyCurrentRetrieve,
  productRetrieve,
  productBooksRetrieve,
  productBooksMonthRetrieve,
  productBooksEntryList,
  customerCreate,
  customerList,
  customerRetrieve,
  customerUpdate,
  customerSuspend,
  customerReactivate,
  customerClose,
  customerAccountList,
  customerBalanceList,
  customerTransferList,
  customerActivityList,
  accountCreate,
  accountList,
  accountRetrieve,
  accountUpdate,
  accountFreeze,
  accountUnfreeze,
  accountClose,
  accountBalanceRetrieve,
  accountBalanceHistoryList,
  accountEntryList,
  accountTransferList,
  accountTransferHoldList,
  accountFreezeList,
  accountStatementList,
  accountStatementRetrieve,
  accountStatementExport,
  transferCreate,
  transferBatchCreate,
  transferList,
  transferRetrieve,
  transferReverse,
  transferHoldCreate,
  transferHoldClear,
  transferHoldCancel,
  transferHoldExpire,
  transferHoldList,
  transferHoldRetrieve,
  operationList,
  operationRetrieve,
  receiptList,
  receiptRetrieve,
  receiptProofRetrieve,
  idempotencyKeyRetrieve,
  developerLogList,
  developerLogRetrieve,
  searchRetrieve,
  sandboxAccountFundingCreate,
  sandboxPlatformFreezeCreate,
  sandboxPlatformFreezeLift,
  sandboxClockRetrieve,
  sandboxClockAdvance,
  catalogErrorList,
  catalogErrorRetrieve,
  catalogAccountRoleList,
  catalogCapabilityList,
  catalogCountryList,
  catalogCurrencyList,
  catalogEventTypeList,
  catalogEventTypeRetrieve,
  catalogKycTierList,
  catalogOperationList,
  catalogPricingRetrieve,
  catalogProviderList,
  catalogScopeList,
];

announceOperations(operations);

export const SHARD_REGISTRY: ActorRegistry<ShardState> = {
  operations: writesOf<ShardState>(operations),
  apply: new Map(
    [customerFacts, accountFacts, sandboxFacts, transferHoldFacts, transferFacts].flatMap((facts) =>
      Object.entries(facts),
    ),
  ),
  codecs: [transferRowCodec],
  createState: createShardState,
  tables: tablesOf,
  loaded(state) {
    state.accounts.balances.checkLoaded(state.accounts.count);
    rebuildExpiries(state);
  },
  due: (state, { number, names }, nowMs) =>
    names.environment === "live" ? dueFollowUps(state, number, nowMs) : [],
  nextDueMs: (state, { number }) => nextLiveExpiryMs(state, number),
};

export const PLATFORM_REGISTRY: ActorRegistry<PlatformState> = {
  operations: writesOf<PlatformState>(PLATFORM_OPERATIONS),
  apply: PLATFORM_FACTS,
  codecs: [],
  createState: createPlatformState,
  tables: platformTables,
  loaded: () => {},
  due: () => [],
  nextDueMs: () => undefined,
};

function writesOf<S>(all: readonly Operation<never>[]): Map<string, WriteOperation<S>> {
  const writes = all.filter((operation) => operation.type === "write");
  return new Map(
    writes.map((operation) => [operation.id, operation as unknown as WriteOperation<S>]),
  );
}
