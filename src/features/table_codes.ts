/**
 * The codes of all tables of features. A code is the first byte of the keys of a table or an index in the
 * `state` database, where each shard has a database of its own: no other table of the shard has the code.
 *
 * Codes below 8 and from 240 on belong to the tables of the shard room (`contract/tables/shard_table_codes.ts`);
 * codes from 200 to 239 are for the fixtures of tests (`test/fixture`).
 *
 * A new table, or a new index, takes a code of `UNUSED` or the one after the last of its shard. It may take a
 * code that another table had before: a state that was written with other tables is made again from the log.
 */

/** On a ledger shard: the name of each table and its code. */
export const LEDGER_TABLE = {
  account: 8,
  accountOrdinal: 9,
  accountEntryIndex: 10,
  accountFreeze: 11,
  customer: 12,
  transferHold: 13,
  /** Holds by source and destination; its texts are the suffixes of ids of accounts. */
  accountTransferHold: 14,
  transferReversal: 15,
  /** The keys of the customers who are suspended: of few, and asked for by every payment. */
  customerSuspended: 16,
  sandboxClock: 17,
  accountBalance: 18,
  sandboxClockRun: 19,
  customerExternalId: 20,
  accountExternalId: 21,
  transferHoldExternalId: 22,
  transferExternalId: 23,
  entity: 24,
  kycProfile: 25,
  kycValues: 26,
  /** Entities by the time when their tier ends. */
  entityDue: 27,
  verification: 28,
  /** Its texts are the suffixes of ids of entities; so are those of `kycDocumentByEntity`. */
  verificationByEntity: 29,
  verificationDue: 30,
  kycDocument: 31,
  kycDocumentByEntity: 32,
  customerAccess: 33,
  /** Its texts are the suffixes of ids of customers. */
  customerAccessByCustomer: 34,
  providerRequest: 35,
  /** Requests of providers by the time of their next attempt. */
  providerRequestDue: 36,
  providerFault: 37,
  provider: 38,
  /** Accepted requests of live by what their provider calls them; all entries stand in realm 0. */
  providerRequestByReference: 39,
  /** Accounts of each customer, for reads. Key: the customer's suffix and the account's; no value. */
  customerAccount: 40,
  financialAddressExternalId: 48,
  /** The addresses of each account that are not retired and have not failed; its texts are the suffixes of ids of accounts. */
  financialAddressOpen: 49,
  book: 50,
  productBuild: 58,
  productProgram: 59,
  webhookEndpoint: 60,
  productClosure: 66,
  webhookLine: 70,
  webhookDelivery: 71,
  /** Pending deliveries: endpoint, then event. */
  webhookPending: 72,
  /** Deliveries that are not delivered: the number of the event, then the endpoint. */
  webhookUndelivered: 73,
  /** Records with attempts at an endpoint: endpoint and the position that the record has reached. */
  webhookReport: 74,
  /** Records with new deliveries, of the realm and of each endpoint: see `recentKey`. */
  webhookRecent: 75,
  /** Changes that the outbox must hear of, in their order: realm 0, the record's place and a number. */
  webhookChange: 76,
  /** The transfers that were made apart and settle a collection. */
  boundTransfer: 79,
  object: 80,
  objectIndex: 81,
  objectClaim: 82,
  objectTotal: 83,
  decision: 84,
  decisionByObject: 85,
  decisionDue: 86,
  schedule: 87,
  scheduleByObject: 88,
  scheduleDue: 89,
  consent: 90,
  consentByCustomer: 91,
  consentDue: 92,
  collectionDue: 93,
  /** Consents by the reference of their mandate, without spaces and in upper case. */
  consentByReference: 94,
  collection: 95,
  collectionByCustomer: 96,
  collectionByConsent: 97,
  collectionByObject: 98,
  /** What came of the newest comparison with each provider's books; on the first shard. */
  providerComparison: 99,
  /** The newest night in which a realm was told that a provider's book differs. */
  providerComparisonTold: 100,
  /** Collections that a bank is asked for, without an answer that ends them. */
  collectionUnderWay: 101,
  /** Addresses that take money, or are about to. */
  financialAddressTaking: 102,
  payoutLimit: 103,
  payoutUsage: 104,
  /** Payouts of actions by object; its texts are the suffixes of ids of objects. */
  payoutByObject: 105,
  /** What moved on each day, by currency. */
  dayTotals: 106,
  /** Requests that wait for a file to their bank, by the bank; all entries stand in realm 0. */
  providerRequestForFile: 107,
  bankMessage: 108,
  /** Messages to banks by the bank and the day, of every realm; all entries stand in realm 0. */
  bankMessageByDay: 109,
  payout: 110,
  payoutByAccount: 111,
  payoutByBeneficiary: 112,
  payoutDue: 113,
  payoutEnd: 114,
  payoutExternalId: 115,
  statement: 116,
  /** The newest statement of each account at a bank that speaks files; on the first shard. */
  bankStatement: 117,
  /** How many payouts to each beneficiary have not ended. */
  payoutUnderWay: 118,
  monthEnd: 119,
  buildMigration: 120,
  objectCount: 121,
  beneficiary: 122,
  beneficiaryByChosenId: 123,
  beneficiaryByCustomer: 124,
  beneficiaryExternalId: 125,
  financialAddress: 126,
  /** Its texts are the suffixes of ids of accounts. */
  financialAddressByAccount: 127,
  /** Addresses by their details, of every realm; all entries stand in realm 0. */
  financialAddressByDetails: 128,
  statementExport: 129,
  receivedCredit: 130,
  /** Received credits by provider and reference, of every realm; all entries stand in realm 0. */
  receivedCreditByReference: 131,
  /** Its texts are the characters of ids of addresses; those of `receivedCreditByAccount` are of ids of accounts. */
  receivedCreditByAddress: 132,
  receivedCreditByAccount: 133,
  /** Received credits of each realm by the bank's reference. */
  receivedCreditNamed: 134,
  unassignedCredit: 136,
  /** Those of which somebody has still to say what becomes of them. */
  unassignedCreditOpen: 137,
  /** How many of these there are; its entry stands in realm 0. */
  unassignedCreditCount: 138,
  externalConfirmation: 139,
  externalConfirmationByReference: 140,
  externalConfirmationByResource: 141,
  /** Months of Products that the platform has not collected yet. */
  usageDue: 135,
  /** How many of each meter a realm has had in a month. */
  meteredMonth: 142,
  /** The prices of a realm that are not those of the list. */
  productPricing: 143,
  usageStatement: 144,
  realmZone: 145,
} as const;

/** On the platform shard: the name of each table and its code. */
export const PLATFORM_TABLE = {
  tenant: 8,
  product: 9,
  apiKey: 10,
  tenantIndex: 11,
  productIndex: 12,
  apiKeyIndex: 13,
  user: 16,
  userByEmail: 17,
  signup: 18,
  login: 19,
  passwordReset: 20,
  usedProof: 21,
  session: 22,
  sessionByUser: 23,
  sessionByIdentity: 24,
  personalAccessToken: 25,
  tokenByUser: 26,
  tokenByIdentity: 27,
  member: 28,
  memberByUser: 29,
  invitation: 30,
  invitationPending: 31,
  auditIndex: 32,
  apiKeyByProduct: 33,
  apiKeyDue: 34,
  credentialUse: 35,
  operationSet: 37,
  deviceAuthorization: 38,
  deviceByUserCode: 39,
  deviceByIdentity: 40,
  apiKeyById: 41,
  memberInForce: 42,
  apiKeyCount: 43,
  invitationById: 44,
  invitationByToken: 45,
  apiKeyOfLogin: 46,
  sessionDue: 47,
  sessionForgotten: 48,
  personalAccessTokenForgotten: 49,
  blueprint: 50,
  blueprintCount: 51,
  blueprintVersion: 52,
  blueprintSource: 53,
  build: 54,
  buildCount: 55,
  buildProgram: 56,
  buildDigest: 57,
  productClose: 66,
  buildOfProduct: 67,
  agentMember: 68,
  agentMemberById: 69,
  agentMemberActive: 70,
  agentGrant: 71,
  agentGrantById: 72,
  agentGrantActive: 73,
  agentApproval: 74,
  agentApprovalById: 75,
  agentApprovalByRequest: 76,
  agentApprovalOpen: 77,
  agentApprovalDue: 78,
  oauthClient: 80,
  apiKeyOfMaker: 81,
  guess: 82,
  identityCount: 83,
  agentMade: 88,
} as const;

const NEVER_USED = "no table has ever had it";

/** Codes between those above that no table has, from the first to the last of a range, and why. */
type UnusedCodes = readonly { from: number; to: number; why: string }[];
export const UNUSED: { ledger: UnusedCodes; platform: UnusedCodes } = {
  ledger: [
    { from: 41, to: 47, why: NEVER_USED },
    { from: 51, to: 57, why: NEVER_USED },
    { from: 61, to: 65, why: NEVER_USED },
    { from: 67, to: 69, why: NEVER_USED },
    { from: 77, to: 78, why: NEVER_USED },
  ],
  platform: [
    { from: 14, to: 15, why: NEVER_USED },
    { from: 36, to: 36, why: "kept for a table of mails; a mail is an effect and has no table" },
    { from: 58, to: 65, why: NEVER_USED },
    { from: 79, to: 79, why: NEVER_USED },
    { from: 84, to: 87, why: NEVER_USED },
  ],
};
