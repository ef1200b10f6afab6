/** Money that is reserved until a hold settles or ends. */

import type { Feature } from "../../contract/feature.ts";
import { rebuildExpiries, transferHoldExpiries } from "./expiries.ts";
import { transferHoldCancel } from "./transfer_hold.cancel.ts";
import { transferHoldClear } from "./transfer_hold.clear.ts";
import { transferHoldCreate } from "./transfer_hold.create.ts";
import { transferHoldExpire } from "./transfer_hold.expire.ts";
import { transferHoldList } from "./transfer_hold.list.ts";
import { transferHoldRetrieve } from "./transfer_hold.retrieve.ts";
import { transferHoldEvents } from "./transfer_hold_events.ts";
import { transferHoldFacts } from "./transfer_hold_facts.ts";
import { createTransferHoldState, type TransferHoldState } from "./transfer_hold_state.ts";

export const transferHoldFeature = {
  tag: {
    name: "Transfer holds",
    description: "Money that is reserved until it is cleared, cancelled or expires.",
  },
  operations: [
    transferHoldCreate,
    transferHoldClear,
    transferHoldCancel,
    transferHoldExpire,
    transferHoldList,
    transferHoldRetrieve,
  ],
  events: [
    "transfer_hold.reserved",
    "transfer_hold.cleared",
    "transfer_hold.cancelled",
    "transfer_hold.expired",
  ],
  facts: transferHoldFacts,
  eventsOf: transferHoldEvents,
  createState: createTransferHoldState,
  tables: ({ transferHolds, accountTransferHolds }) => [transferHolds, accountTransferHolds],
  loaded: rebuildExpiries,
  due: [transferHoldExpiries],
} satisfies Feature<TransferHoldState>;
