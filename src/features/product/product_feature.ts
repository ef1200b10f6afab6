/** The Product that a key belongs to and its books, and the Products of a company on the platform shard. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { BUILD_INSTALLED, installationFacts } from "./build_installation.ts";
import { MIGRATION_STEPPED, migrationFacts, migrationSteps } from "./build_migration.ts";
import {
  nounRetirementEvents,
  nounRetirementEventTypes,
  nounRetirementFacts,
} from "./noun_retirement.ts";
import { productActivationCancel } from "./product.activation.cancel.ts";
import { productActivationRequest } from "./product.activation.request.ts";
import { productActivationRetrieve } from "./product.activation.retrieve.ts";
import { productBooksEntryList } from "./product.books.entry.list.ts";
import { productBooksMonthRetrieve } from "./product.books.month.retrieve.ts";
import { productBooksRetrieve } from "./product.books.retrieve.ts";
import { productBuildApply } from "./product.build.apply.ts";
import { productBuildInstall } from "./product.build.install.ts";
import { productBuildList } from "./product.build.list.ts";
import { productClockRunList } from "./product.clock_run.list.ts";
import { productClockRunRetrieve } from "./product.clock_run.retrieve.ts";
import { productClose } from "./product.close.ts";
import { productCreate } from "./product.create.ts";
import { productDisable } from "./product.disable.ts";
import { productEnable } from "./product.enable.ts";
import { productFeeList } from "./product.fee.list.ts";
import { productLimitList } from "./product.limit.list.ts";
import { productList } from "./product.list.ts";
import { productMarginRetrieve } from "./product.margin.retrieve.ts";
import { productNounList } from "./product.noun.list.ts";
import { productNounRetire } from "./product.noun.retire.ts";
import { productNounRetrieve } from "./product.noun.retrieve.ts";
import { productPortList } from "./product.port.list.ts";
import { productRealmClose } from "./product.realm.close.ts";
import { productRealmOpen } from "./product.realm.open.ts";
import { productRetrieve } from "./product.retrieve.ts";
import { productScheduleList } from "./product.schedule.list.ts";
import { productScheduleRetrieve } from "./product.schedule.retrieve.ts";
import { productStatsList } from "./product.stats.list.ts";
import { productTell } from "./product.tell.ts";
import { productTimeZoneTell } from "./product.time_zone.tell.ts";
import { productUpdate } from "./product.update.ts";
import { closureFacts, REALM_CLOSED, refuseClosedRealm } from "./product_closure.ts";
import { productCompanyExamples } from "./product_company_examples.ts";
import { productExamples } from "./product_examples.ts";
import { createProductState, type ProductState } from "./product_state.ts";
import { timeZoneEvents, timeZoneFacts } from "./product_time_zone.ts";
import { productsTold } from "./product_told.ts";
import { productWords } from "./product_words.ts";
import { programOf } from "./running_program.ts";
import { PRODUCT_PRICED, pricingFacts } from "./told_pricing.ts";

export const productFeature = {
  tag: { name: "Products", description: "The programs that money moves in." },
  words: productWords,
  operations: [
    productRetrieve,
    productTell,
    productTimeZoneTell,
    productBuildInstall,
    productBuildList,
    productNounList,
    productNounRetrieve,
    productPortList,
    productNounRetire,
    productLimitList,
    productScheduleList,
    productScheduleRetrieve,
    productClockRunList,
    productClockRunRetrieve,
    productBooksRetrieve,
    productBooksMonthRetrieve,
    productBooksEntryList,
    productFeeList,
    productStatsList,
    productMarginRetrieve,
    productActivationRetrieve,
    productRealmClose,
    productRealmOpen,
  ],
  examples: productExamples,
  events: [...productsTold.manifest.events, ...nounRetirementEventTypes],
  due: [migrationSteps],
  facts: {
    ...productsTold.manifest.facts,
    ...installationFacts,
    ...nounRetirementFacts,
    ...closureFacts,
    ...timeZoneFacts,
    ...migrationFacts,
    ...pricingFacts,
  },
  // The accounts of the same record have events of their own, and the Product's own event is told apart; of a
  // migration the objects have.
  eventsOf: {
    ...productsTold.manifest.eventsOf,
    ...nounRetirementEvents,
    [BUILD_INSTALLED]: noEvents,
    [REALM_CLOSED]: noEvents,
    [MIGRATION_STEPPED]: noEvents,
    ...timeZoneEvents,
    [PRODUCT_PRICED]: noEvents,
  },
  createState: createProductState,
  tables: (state) => [
    state.productBuilds,
    state.productPrograms,
    state.productClosures,
    state.buildMigrations,
    state.productPricings,
  ],
  realms: {
    gate: refuseClosedRealm,
    buildDigestOf: (state, realm) => programOf(state, realm)?.digest,
  },
} satisfies Feature<ProductState>;

export const productPlatformFeature = {
  tag: "Products",
  examples: productCompanyExamples,
  operations: [
    productList,
    productCreate,
    productUpdate,
    productBuildApply,
    productDisable,
    productEnable,
    productActivationRequest,
    productActivationCancel,
    productClose,
  ],
} satisfies Feature;
