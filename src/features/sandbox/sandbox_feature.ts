/** What stands in for the outside world in the sandbox. */
import type { Feature } from "../../contract/declare/feature.ts";
import { sandboxAccountFundingCreate } from "./sandbox.account_funding.create.ts";
import { sandboxClockAdvance } from "./sandbox.clock.advance.ts";
import { sandboxClockRetrieve } from "./sandbox.clock.retrieve.ts";
import { sandboxComplianceOutcomeCreate } from "./sandbox.compliance_outcome.create.ts";
import { sandboxEventTrigger } from "./sandbox.event.trigger.ts";
import { sandboxInboundCreditCreate } from "./sandbox.inbound_credit.create.ts";
import { sandboxKycOutcomeCreate } from "./sandbox.kyc_outcome.create.ts";
import { sandboxPlatformFreezeCreate } from "./sandbox.platform_freeze.create.ts";
import { sandboxPlatformFreezeLift } from "./sandbox.platform_freeze.lift.ts";
import { sandboxProviderFaultCreate } from "./sandbox.provider_fault.create.ts";
import { sandboxProviderOutcomeCreate } from "./sandbox.provider_outcome.create.ts";
import { type ResettingState, sandboxReset } from "./sandbox.reset.ts";
import { sandboxEvents, sandboxEventTypes } from "./sandbox_events.ts";
import { sandboxExamples } from "./sandbox_examples.ts";
import { sandboxFacts } from "./sandbox_facts.ts";
import { createSandboxState } from "./sandbox_state.ts";
import { sandboxWords } from "./sandbox_words.ts";
import { sandboxToldClocks } from "./told_clocks.ts";

/** What the operations need that know every thing of which a provider may say something. */
type DecidingState = Parameters<typeof sandboxProviderOutcomeCreate.decide>[0] &
  Parameters<typeof sandboxInboundCreditCreate.decide>[0];

export const sandboxFeature = {
  tag: {
    name: "Sandbox",
    description: "What only the sandbox can do: fund accounts, move the clock, begin anew.",
  },
  words: sandboxWords,
  operations: [
    sandboxAccountFundingCreate,
    sandboxInboundCreditCreate,
    sandboxPlatformFreezeCreate,
    sandboxPlatformFreezeLift,
    sandboxComplianceOutcomeCreate,
    sandboxKycOutcomeCreate,
    sandboxProviderOutcomeCreate,
    sandboxProviderFaultCreate,
    sandboxClockRetrieve,
    sandboxClockAdvance,
    sandboxEventTrigger,
    sandboxReset,
  ],
  examples: sandboxExamples,
  events: sandboxEventTypes,
  facts: sandboxFacts,
  eventsOf: sandboxEvents,
  createState: createSandboxState,
  tables: ({ sandboxClocks, sandboxClockRuns }) => [sandboxClocks, sandboxClockRuns],
  loaded({ sandboxClocks, calendars }) {
    for (const { realm, effectiveAtMs } of sandboxClocks.values()) {
      calendars.setClock(realm, effectiveAtMs);
    }
  },
  realms: { clocks: sandboxToldClocks },
} satisfies Feature<DecidingState & ResettingState>;
