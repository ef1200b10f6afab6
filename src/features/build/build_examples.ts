/** The examples of Builds: the deposits of the plan are built, and built again with a longer list of states. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { DEPOSIT_PROGRAM } from "../composer/composer_examples.ts";
import { PRICE_LIST } from "../product/price_list.ts";

const BUILD = exampleId("bld", 575);
const SECOND = exampleId("bld", 576);
/** Where the kind of the program is made, in the contract of the Build. */
const CREATION = "/products/{productId}/objects/deposit";
const { fees, usageRates } = PRICE_LIST;
const PRICES = { fees, usageRates };

const { deposit } = DEPOSIT_PROGRAM.nouns;
/** The program of a deposit, in which the operator can also say that nothing is to be paid. */
const WITH_WAIVER = {
  ...DEPOSIT_PROGRAM,
  nouns: {
    ...DEPOSIT_PROGRAM.nouns,
    deposit: {
      ...deposit,
      states: { ...deposit.states, waived: { terminal: true } },
      actions: { ...deposit.actions, waive: { from: ["asked"], to: "waived" } },
    },
  },
  ports: {
    ...DEPOSIT_PROGRAM.ports,
    operator: {
      actors: ["operator"],
      allow: [...DEPOSIT_PROGRAM.ports.operator.allow, "deposit.waive"],
    },
  },
};

export const buildExamples: readonly Example[] = [
  {
    at: "10:57",
    operation: "build.create",
    body: { source: DEPOSIT_PROGRAM, expectedPricing: PRICES },
    makes: { buildId: BUILD },
    shows: { operationIds: 3 },
  },
  {
    at: "10:57:10",
    operation: "build.create",
    body: { source: WITH_WAIVER, expectedPricing: PRICES },
    makes: { buildId: SECOND },
    shows: { operationIds: 3 },
    isFurther: true,
  },
  { at: "10:57:20", operation: "build.list", query: { limit: 1 } },
  {
    // By the key of the Product, to which the Build was applied a moment ago.
    at: "10:58:28",
    operation: "build.retrieve",
    path: { buildId: BUILD },
    shows: { operationIds: 3 },
  },
  {
    at: "10:57:40",
    operation: "build.source.retrieve",
    path: { buildId: BUILD },
    shows: { source: ["language", "name", "currencies"] },
  },
  {
    at: "10:57:50",
    operation: "build.diff.retrieve",
    path: { buildId: SECOND },
    query: { against: BUILD },
  },
  {
    at: "10:58:29",
    operation: "build.contract.retrieve",
    path: { buildId: BUILD },
    // Without references: they would be taken for references of the document that has the example.
    shows: {
      info: ["title", "version", "summary"],
      tags: 1,
      paths: [CREATION],
      [`paths.${CREATION}`]: ["post"],
      [`paths.${CREATION}.post`]: ["operationId", "summary", "description"],
      components: ["schemas"],
      "components.schemas": ["DepositFields"],
      "x-errors": 1,
      "x-refusal-phases": 1,
      "x-common-headers": ["x-request-id"],
    },
  },
];
