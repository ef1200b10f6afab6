/** Schemas of the account resource, and of the inputs about an account. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  BalanceAmount,
  CreatedAt,
  Currency,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  MetadataChange,
  notBlank,
  Revision,
  removable,
  StatusTransitions,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { idRule } from "../../contract/values/meant_values.ts";
import { ruled, type ValueRule } from "../../contract/values/value_rules.ts";
import { ExpectedRevision } from "../expected_revision.ts";
import { ACCOUNT_STATUSES } from "../ledger/account_document.ts";
import { ACCOUNT_ROLES } from "../ledger/roles.ts";

export const AccountPath = Type.Object({ accountId: Id("acct") }, { additionalProperties: false });

export const AccountRole = Type.Union(
  ACCOUNT_ROLES.map(({ role }) => Type.Literal(role)),
  {
    title: "AccountRole",
    description: "What the account is for; see `catalog.account_role.list`.",
  },
);
export const AccountStatus = Type.Union(
  ACCOUNT_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "AccountStatus",
    description: "`open` moves money, `frozen` moves it as `freezes` allow, `closed` never again.",
  },
);
export const FreezePlane = Type.Union([Type.Literal("tenant"), Type.Literal("platform")], {
  title: "FreezePlane",
  description: "Who imposed the freeze, and therefore who may end it.",
});
export const FreezeMode = Type.Union([Type.Literal("debits"), Type.Literal("all")], {
  title: "FreezeMode",
  description:
    "What the freeze refuses. On an account that the platform determines itself (the clearing of a hold, a " +
    "reversal): `debits` refuses debits and lets credits pass, `all` refuses both, with `account_frozen`. An " +
    "account that the request names (a transfer, an item of a batch, a new hold, funding) must be open, so " +
    "either mode refuses both directions, with `source_account_status_forbidden` or " +
    "`destination_account_status_forbidden`. Neither mode refuses the cancellation or the expiry of a hold, " +
    "because the money stays on the account.",
});
export const AccountName = Type.String({
  minLength: 1,
  maxLength: 120,
  description: "What people call the account.",
});
const AccountNameDraft = notBlank(AccountName);
export const FreezeReason = notBlank(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      "Why; the tenant's own text. It is the freeze's wording: shown with the freeze, and in the message of each " +
      "refusal of money that the freeze causes, whoever on the tenant's side asks.",
  }),
);
/** The wording of a freeze in answers. */
export const FreezeWording = Type.String({
  description:
    "The freeze's one wording, which refusals of money carry in their message: the reason that the tenant " +
    "gave, or the wording that the platform chose. The platform's own note is never shown.",
});

/** The filter of a list by owner. */
export const AccountOwnerId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "Only accounts of the owner with this id.",
});

const OWNER_TYPE_RULE: ValueRule = {
  mustBe: "customer, product or tenant",
  code: "enum",
  meantBy: (given) => (typeof given === "string" ? given.trim().toLowerCase() : undefined),
};

export const AccountDraft = Type.Object(
  {
    productId: Id("prod"),
    role: described(
      AccountRole,
      "What the account is for, for ever; see `catalog.account_role.list`.",
    ),
    currency: described(
      Currency,
      "The one currency of the account, for ever: ISO 4217, upper-case.",
    ),
    owner: described(
      Type.Object(
        {
          type: ruled(
            Type.String({
              pattern: "^[a-z_]{1,32}$",
              description: "`customer`, `product` or `tenant`; which of them, the role says.",
            }),
            OWNER_TYPE_RULE,
          ),
          id: ruled(
            Type.String({
              pattern: "^[A-Za-z0-9_-]{1,64}$",
              description: "Id of the customer, the Product or the tenant who owns it.",
            }),
            idRule(""),
          ),
        },
        {
          title: "AccountOwnerDraft",
          description: "Who shall own a new account.",
          additionalProperties: false,
        },
      ),
      "Who owns the account; the role says which types of owner it allows.",
    ),
    name: Type.Optional(AccountNameDraft),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  { title: "AccountDraft", description: "An account to open.", additionalProperties: false },
);
export type AccountDraft = Static<typeof AccountDraft>;

/** A field that is sent replaces the stored one, `metadata` is merged; other fields stay. */
export const AccountChange = Type.Object(
  {
    name: Type.Optional(removable(AccountNameDraft)),
    metadata: Type.Optional(MetadataChange),
    externalId: Type.Optional(removable(ExternalId)),
    expectedRevision: Type.Optional(ExpectedRevision),
  },
  {
    title: "AccountChange",
    description: "The changes of an account; what is left out stays.",
    additionalProperties: false,
  },
);

export const AccountFreeze = Type.Object(
  {
    freezeId: Id("frz"),
    plane: FreezePlane,
    mode: FreezeMode,
    reason: FreezeWording,
    since: described(Timestamp, "When the freeze began."),
  },
  { title: "AccountFreeze", description: "A freeze that stands.", additionalProperties: false },
);

export const Account = Type.Object(
  {
    accountId: Id("acct"),
    productId: Id("prod"),
    environment: EnvironmentName,
    role: AccountRole,
    currency: described(Currency, "The one currency of the account: ISO 4217."),
    owner: described(
      Type.Object(
        {
          type: described(
            Type.Union([
              Type.Literal("customer"),
              Type.Literal("product"),
              Type.Literal("tenant"),
              Type.Literal("object"),
              Type.Literal("platform"),
            ]),
            "What kind of owner it is.",
          ),
          id: described(Type.String(), "Id of the owner: of a customer, a Product or a tenant."),
        },
        { title: "AccountOwner", description: "Who owns an account.", additionalProperties: false },
      ),
      "Who owns the account.",
    ),
    name: Type.Optional(AccountName),
    status: AccountStatus,
    freezes: described(
      Type.Array(AccountFreeze),
      "The freezes that stand: at most one of the tenant and one of the platform; empty unless `status` is `frozen`.",
    ),
    ledger: described(
      Type.Object(
        {
          provisioned: Type.Boolean({
            description: "Always true: an account can hold money at once.",
          }),
        },
        {
          title: "AccountLedger",
          description: "What the ledger knows of an account.",
          additionalProperties: false,
        },
      ),
      "What the ledger knows of the account.",
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "Account",
    description: "Where a Product keeps money of one owner in one currency.",
    additionalProperties: false,
  },
);
export type Account = Static<typeof Account>;

export const AccountBalance = Type.Object(
  {
    accountId: Id("acct"),
    available: described(
      BalanceAmount,
      "What can be spent now: `posted` less `held`, minor units.",
    ),
    currency: described(Currency, "Currency of all amounts here."),
    posted: described(BalanceAmount, "Minor units that settled transfers left on the account."),
    held: described(BalanceAmount, "Minor units that transfer holds reserve."),
    asOf: described(Timestamp, "The moment that the balance is of: real time."),
  },
  {
    title: "AccountBalance",
    description: "`available` is `posted` less what holds reserve (`held`).",
    additionalProperties: false,
  },
);
