/** The feature of accounts: their operations, and every list over one account. */
import type { Feature } from "../../contract/declare/feature.ts";
import { accountBalanceHistoryList } from "./account.balance.history.list.ts";
import { accountBalanceRetrieve } from "./account.balance.retrieve.ts";
import { accountClose } from "./account.close.ts";
import { accountCreate } from "./account.create.ts";
import { accountEntryList } from "./account.entry.list.ts";
import { accountFinancialAddressList } from "./account.financial_address.list.ts";
import { accountFreezeList } from "./account.freeze.list.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountStatementExport } from "./account.statement.export.ts";
import { accountStatementList } from "./account.statement.list.ts";
import { accountStatementProofRetrieve } from "./account.statement.proof.retrieve.ts";
import { accountStatementRetrieve } from "./account.statement.retrieve.ts";
import { accountTransferList } from "./account.transfer.list.ts";
import { accountTransferHoldList } from "./account.transfer_hold.list.ts";
import { accountUnfreeze } from "./account.unfreeze.ts";
import { accountUpdate } from "./account.update.ts";
import { accountEvents, accountEventTypes } from "./account_events.ts";
import { accountExamples } from "./account_examples.ts";
import { accountFacts } from "./account_facts.ts";
import { accountList, accountRetrieve, accounts } from "./account_resource.ts";
import { type AccountState, createAccountState } from "./account_state.ts";
import { accountWords } from "./account_words.ts";

export const accountFeature = {
  tag: {
    name: "Accounts",
    description: "Where money is: accounts, their balances, entries and freezes.",
  },
  words: accountWords,
  operations: [
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
    accountFinancialAddressList,
    accountFreezeList,
    accountStatementList,
    accountStatementRetrieve,
    accountStatementExport,
    accountStatementProofRetrieve,
  ],
  examples: accountExamples,
  events: accountEventTypes,
  resources: [accounts],
  facts: accountFacts,
  eventsOf: accountEvents,
  createState: createAccountState,
  tables: ({ accountFreezes }) => [accountFreezes],
  revisions: [
    {
      prefix: accounts.prefix,
      revisionOf({ accounts: table }, realm, id) {
        const ordinal = table.ordinalOf(realm, id);
        return ordinal < 0 ? undefined : table.revision(ordinal);
      },
    },
  ],
} satisfies Feature<AccountState>;
