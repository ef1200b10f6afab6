/** Decision table of beneficiary.create, and what its record has of the numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beneficiaryIn,
  bookDraft,
  draftOf,
  FPS,
  made,
  numbersIn,
  SEPA,
  US,
} from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { configured, PLATFORM } from "../../../test/support/features/provider/providers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { memoryEntityKeys } from "../../../test/world/entity_keys.ts";
import { at, createCustomer, openAccount, platformAccount } from "../../../test/world/parties.ts";
import { preparing } from "../../../test/world/preparing.ts";
import { OTHER_PRODUCT, unknownIds } from "../../../test/world/rows.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import type { RailName } from "../../rails/rails.ts";
import { beneficiaryArchive } from "./beneficiary.archive.ts";
import { beneficiaryCreate, CUSTOMER_BENEFICIARIES_MAX } from "./beneficiary.create.ts";
import { beneficiaryRetrieve } from "./beneficiary.retrieve.ts";
import { beneficiaryUpdate } from "./beneficiary.update.ts";
import { type Destination, RESERVED_ID } from "./beneficiary_document.ts";
import type { BeneficiaryFact } from "./beneficiary_noun.ts";

type Made = { world: World; keys: ReturnType<typeof memoryEntityKeys> };
type Rows = Row<(typeof beneficiaryCreate.refusals)[number], Omit<Made, "world">>[];

/** Destinations that are taken: what is kept sealed of each, and what answers show. */
const TAKEN: [title: string, rail: RailName, destination: Destination, shown: Destination][] = [
  [
    "an IBAN in groups",
    "sepa",
    { iban: "de89 3704-0044 0532 0130 00" },
    { iban: "DE** **** 3000" },
  ],
  [
    "an IBAN with its BIC",
    "sepa",
    { ...SEPA, bic: "deutdeff" },
    { iban: "DE** **** 3000", bic: "****" },
  ],
  [
    "an account in the United States",
    "ach",
    US,
    { routingNumber: "****", accountNumber: "****6789" },
  ],
  [
    "a wire to a savings account",
    "wire",
    { ...US, accountType: "savings" },
    { routingNumber: "****", accountNumber: "****6789", accountType: "savings" },
  ],
  ["a sort code with hyphens", "fps", FPS, { sortCode: "****", accountNumber: "****9911" }],
];

/** The rails for which the simulator checks payees. */
const CHECKED: readonly RailName[] = ["sepa", "fps"];

/** What the end of a name asks of the simulator, and what it then says. */
const FOUND: [end: string, verification: object][] = [
  ["", { status: "verified", result: "matched" }],
  ["(unavailable)", { status: "unverified", result: "unavailable" }],
  ["(NO MATCH)", { status: "mismatch", result: "no_match" }],
  ["(close match)", { status: "mismatch", result: "close_match", accountName: "Paper Mill Ltd" }],
];

/** Destinations that are refused, and the field of each. */
const WRONG: [title: string, rail: RailName, destination: object, field: string][] = [
  ["an IBAN with a wrong check digit", "sepa", { iban: "DE88370400440532013000" }, "iban"],
  ["an IBAN that is too long", "sepa", { iban: "D".repeat(65) }, "iban"],
  ["an IBAN of no country of SEPA", "sepa", { iban: "TR330006100519786457841326" }, "iban"],
  ["a BIC of another country", "sepa", { ...SEPA, bic: "CHASUS33" }, "bic"],
  ["a BIC alone", "sepa", { bic: "DEUTDEFF" }, "iban"],
  ["an account number beside an IBAN", "sepa", { ...SEPA, accountNumber: "1234" }, "accountNumber"],
  [
    "a routing number with a wrong check digit",
    "ach",
    { ...US, routingNumber: "021000022" },
    "routingNumber",
  ],
  ["an account number of three digits", "wire", { ...US, accountNumber: "123" }, "accountNumber"],
  ["no account number", "ach", { routingNumber: "021000021" }, "accountNumber"],
  ["an account type that is none", "ach", { ...US, accountType: "loan" }, "accountType"],
  ["a sort code of five digits", "fps", { ...FPS, sortCode: "20-00-0" }, "sortCode"],
  [
    "a British account number of seven digits",
    "fps",
    { ...FPS, accountNumber: "5577991" },
    "accountNumber",
  ],
  ["an IBAN on the book", "book", { ...SEPA }, "accountId"],
  ["nothing on the book", "book", {}, "accountId"],
  ["an unknown field", "sepa", { ...SEPA, swift: "DEUTDEFF" }, "swift"],
];

function given(world: World) {
  const keys = memoryEntityKeys();
  preparing(world, { keys, files: new Map() });
  return { keys };
}

decisionTable(beneficiaryCreate, {
  given,
  input: ({ world }) => draftOf(world),
  rows: [
    ...TAKEN.map(([title, rail, destination, shown]): Rows[number] => ({
      title,
      input: { rail, destination },
      outcome: "masks of it, as GET shows; its numbers sealed under a key of its own",
      reply: {
        ...{ rail, destination: shown, status: "active", reserved: false },
        ...(CHECKED.includes(rail)
          ? { revision: 2, actor: { type: "provider", id: "provider" } }
          : { revision: 1, verification: { status: "unverified" } }),
      },
      async check({ reply, facts }, { world, keys }) {
        const { beneficiaryId } = reply;
        assert.match(beneficiaryId, /^ben_[0-9A-Z]{26}$/);
        await assertShows(world, beneficiaryRetrieve, { beneficiaryId }, reply);
        const { beneficiary } = facts[0] as BeneficiaryFact;
        assert.match(beneficiary.sealed?.keyName ?? "", /^benkey_[0-9a-f]{32}$/);
        const { accountType: _, ...sent } = destination;
        const normal = Object.entries(sent).map(([name, number]) => [
          name,
          String(number).replace(/[ -]/g, "").toUpperCase(),
        ]);
        assert.deepEqual(numbersIn(keys, beneficiary), Object.fromEntries(normal));
        for (const [, number = ""] of normal) assert.ok(!JSON.stringify(facts).includes(number));
      },
    })),
    ...FOUND.map(([end, verification]): Rows[number] => ({
      title: `a name that ends in "${end}"`,
      input: { name: `Paper Mill Ltd ${end}`.trim() },
      outcome: "active, and what the simulator has found",
      reply: {
        status: "active",
        verification: { ...verification, provider: "simulator", checkedAt: at(0) },
      },
    })),
    {
      title: "a name that asks the simulator to wait",
      input: { name: "Paper Mill Ltd (wait)" },
      outcome: "pending until a test says what the bank finds",
      reply: { status: "pending", verification: { status: "unverified" }, revision: 1 },
    },
    {
      title: "over ACH, with a name that asks for something",
      input: { rail: "ach", destination: US, name: "Paper Mill Ltd (no match)" },
      outcome: "active, for nobody checks payees of the rail",
      reply: { status: "active", verification: { status: "unverified" }, revision: 1 },
    },
    {
      title: "in live, where the bank checks no payees",
      environment: "live",
      given: ({ world }) => configured(world, "first-bank", "one", { ...PLATFORM, kind: "bank" }),
      outcome: "active, and nobody is asked",
      reply: { status: "active", verification: { status: "unverified" } },
      check: ({ facts }) => assert.equal(facts.length, 1),
    },
    {
      title: "a name whose account there is not",
      input: { name: "Paper Mill Ltd (no account)", beneficiaryId: "mill" },
      code: "provider_egress_rejected",
      details: { provider: "simulator", providerCode: "simulated_rejection" },
      check(_refused, { world }) {
        const { status, verification } = beneficiaryIn(world, "mill");
        assert.deepEqual([status, verification.reason], ["blocked", "simulated_rejection"]);
      },
    },
    {
      title: "a name to which the simulator gives no answer at first",
      input: { name: "Paper Mill Ltd (no answer)", beneficiaryId: "mill" },
      code: "provider_egress_failed",
      details: { provider: "simulator" },
      check({ details }, { world }) {
        const { beneficiaryId, status } = beneficiaryIn(world, "mill");
        assert.equal(status, "pending");
        assert.equal(details["receiptId"], beneficiaryId.replace("ben_", "rcpt_"));
      },
    },
    {
      title: "an account of a customer",
      input: ({ world }) => ({ ownerType: "customer", ownerId: createCustomer(world).customerId }),
      outcome: "sealed under the key of the customer's entity",
      check({ reply, facts }, { world, keys }) {
        const { entity } =
          world.state.customers.byId(world.realmOf(world.caller), reply.ownerId) ?? {};
        const { beneficiary } = facts[0] as BeneficiaryFact;
        assert.equal(beneficiary.sealed?.keyName, entity?.entityId);
        assert.deepEqual(numbersIn(keys, beneficiary), SEPA);
        keys.destroy(entity?.entityId ?? "");
        assert.equal(numbersIn(keys, beneficiary), undefined);
      },
    },
    {
      title: "an account on the book",
      input: ({ world }) => bookDraft(openAccount(world)),
      outcome: "the account itself, and nothing sealed",
      check({ reply, facts, input }) {
        assert.deepEqual(reply.destination, input["destination"]);
        assert.equal((facts[0] as BeneficiaryFact).beneficiary.sealed, undefined);
      },
    },
    {
      title: "a chosen id, a nickname, metadata and an external id",
      input: {
        beneficiaryId: "paper-mill_7",
        nickname: "The mill",
        metadata: { a: "1" },
        externalId: "PM 7",
      },
      outcome: "shown under the chosen id, and found by the made one too",
      reply: {
        beneficiaryId: "paper-mill_7",
        nickname: "The mill",
        metadata: { a: "1" },
        externalId: "PM 7",
      },
      async check({ reply, facts }, { world }) {
        const { beneficiaryId } = (facts[0] as BeneficiaryFact).beneficiary;
        assert.match(beneficiaryId, /^ben_/);
        for (const id of [beneficiaryId, "paper-mill_7"]) {
          await assertShows(world, beneficiaryRetrieve, { beneficiaryId: id }, reply);
        }
      },
    },
    ...["a", "z".repeat(64)].map((beneficiaryId) => ({
      title: `a chosen id of ${beneficiaryId.length}`,
      input: { beneficiaryId },
      outcome: "taken",
      reply: { beneficiaryId },
    })),
    ...WRONG.map(([title, rail, destination, field]): Rows[number] => ({
      title,
      input: { rail, destination },
      code: "invalid_request",
      check({ details, message }) {
        const paths = details["issues"].map(({ path }: { path: string[] }) => path.join("."));
        assert.ok(paths.includes(`destination.${field}`), paths.join());
        for (const number of Object.values(destination).filter((one) => one.length > 7)) {
          assert.ok(!JSON.stringify([message, details]).includes(number), "no number is repeated");
        }
      },
    })),
    ...["", "A", "a b", "a".repeat(65), "ben_1", "ben_"].map((beneficiaryId): Rows[number] => ({
      title: `the chosen id "${beneficiaryId.slice(0, 8)}" of ${beneficiaryId.length}`,
      input: { beneficiaryId },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["beneficiaryId"]),
    })),
    {
      title: "a customer's without the customer",
      input: { ownerType: "customer" },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["ownerId"]),
    },
    {
      title: "somebody else's with a customer",
      input: ({ world }) => ({ ownerId: createCustomer(world).customerId }),
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["ownerId"]),
    },
    { title: "a blank name", input: { name: " " }, code: "invalid_request" },
    OTHER_PRODUCT,
    {
      title: "the reserved id",
      input: { beneficiaryId: RESERVED_ID },
      code: "beneficiary_id_reserved",
      details: { beneficiaryId: RESERVED_ID },
    },
    ...unknownIds<"customer_not_found">({
      field: "customerId",
      inputOf: (ownerId) => ({ ownerType: "customer", ownerId }),
      code: "customer_not_found",
      create: (world, caller) => createCustomer(world, {}, { caller }).customerId,
    }).filter(({ title }) => title !== "a Product that has no realm yet"),
    {
      title: "a customer whose entity was erased",
      input({ world }) {
        const { customerId, entity } = createCustomer(world);
        changeEntity(world, entity.entityId, { erasedAtMs: world.nowMs });
        return { ownerType: "customer", ownerId: customerId };
      },
      code: "entity_status_forbidden",
    },
    {
      title: "a customer whose entity's key was destroyed meanwhile",
      input({ world, keys }) {
        const { customerId, entity } = createCustomer(world);
        keys.destroy(entity.entityId);
        return { ownerType: "customer", ownerId: customerId };
      },
      code: "entity_status_forbidden",
    },
    ...unknownIds<"account_not_found">({
      field: "accountId",
      inputOf: (accountId) => ({ rail: "book", destination: { accountId } }),
      code: "account_not_found",
      create: (world, caller) => openAccount(world, { caller }),
    }).filter(({ title }) => title !== "a Product that has no realm yet"),
    {
      title: "an account of the platform",
      input: ({ world }) => bookDraft(platformAccount(world)),
      code: "account_role_owner_mismatch",
      details: { ownerType: "platform" },
    },
    {
      title: "an IBAN of a country that is not served",
      input: { destination: { iban: "BY13NBRB3600900000002Z00AB00" } },
      code: "kyc_country_unsupported",
      details: { country: "BY" },
      check: ({ message, details }) =>
        assert.ok(!`${message} ${JSON.stringify(details)}`.includes("Z00")),
    },
    {
      title: "a chosen id that another has",
      given: ({ world }) => made(world, { beneficiaryId: "mill" }),
      input: { beneficiaryId: "mill" },
      code: "state_conflict",
      details: { expected: null, actual: "mill" },
    },
    {
      title: "a chosen id that is the beginning of another's",
      given: ({ world }) => made(world, { beneficiaryId: "mill-2" }),
      input: { beneficiaryId: "mill" },
      outcome: "taken",
    },
    {
      title: "an external id that another has",
      given: ({ world }) => made(world, { beneficiaryId: "mill", externalId: "7" }),
      input: { externalId: "7" },
      code: "state_conflict",
      details: { expected: null, actual: "mill" },
    },
    ...[0, 1].map((more): Rows[number] => ({
      title: `the customer's beneficiary number ${CUSTOMER_BENEFICIARIES_MAX + more}`,
      async input({ world }) {
        const owner = { ownerType: "customer", ownerId: createCustomer(world).customerId };
        const draft = { ...owner, ...bookDraft(openAccount(world)) };
        for (let count = 1; count < CUSTOMER_BENEFICIARIES_MAX + more; count++) {
          await made(world, draft);
        }
        return draft;
      },
      ...(more === 0
        ? { outcome: "made" }
        : {
            code: "state_constraint_failed" as const,
            details: { limit: CUSTOMER_BENEFICIARIES_MAX },
          }),
    })),
  ],
});

const KEY = "6f1b1b5e-8a52-4d4f-9a5c-0a4f3a1d2c11";

test("beneficiary.create: its key again with another number, and with the same -> a conflict, and the first answer", async () => {
  const world = await openWorld();
  const asking = { idempotencyKey: KEY };
  const first = await made(world, {}, asking);
  assert.deepEqual(await made(world, {}, asking), first);
  await assert.rejects(
    made(world, { destination: { iban: "NL91ABNA0417164300" } }, asking),
    /idempotency_key_conflict|idempotency/,
  );
});

test("beneficiary.create: no answer at first, its key again -> asked again, and the same bytes from then on", async () => {
  const world = await openWorld();
  const asking = { idempotencyKey: KEY };
  const draft = { name: "Paper Mill Ltd (no answer)" };
  const failed = (await made(world, draft, asking)) as unknown as { error: { code: string } };
  assert.equal(failed.error.code, "provider_egress_failed");
  const again = await made(world, draft, asking);
  assert.deepEqual([again.status, again.verification.status], ["active", "verified"]);
  assert.deepEqual(await made(world, draft, asking), again);
  assert.equal([...world.state.beneficiaries.values()].length, 1);
});

test("beneficiary.create: changed, accepted and archived since -> its key still gives the first answer", async () => {
  const world = await openWorld();
  const asking = { idempotencyKey: KEY };
  const draft = { name: "Paper Mill Ltd (close match)" };
  const first = await made(world, draft, asking);
  const { beneficiaryId } = first;
  world.nowMs += 1_000;
  world.made(beneficiaryUpdate, { beneficiaryId, acceptMismatch: true, nickname: "Mill" });
  assert.deepEqual(await made(world, draft, asking), first);
  world.made(beneficiaryArchive, { beneficiaryId });
  assert.deepEqual(await made(world, draft, asking), first);
});
