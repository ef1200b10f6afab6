/** Random requests about what a program makes: objects, decisions and consents. Most of them fit, some do not. */
import { nextOfCollections, settledOf } from "./collection_requests.ts";
import {
  DEAL_ACTIONS,
  dealFields,
  dealInput,
  mayDeal,
  nextOfDeals,
  OF_CLOCK,
} from "./deal_requests.ts";
import { CEILING, NEXT_BUILD, programOfBuild } from "./editions.ts";
import type { Draft, Habits } from "./habits.ts";
import { isMandate, mandateDraft, nextOfMandates } from "./mandate_requests.ts";
import { availableOf, clockOf, latest, type Realm, type Versions } from "./model/model.ts";
import type { ConsentShown, ObjectShown, ProgramPart } from "./model/program_part.ts";
import { runningBuild } from "./model/program_shown.ts";
import type { Random } from "./random.ts";
import { PROGRAM_WEIGHTS } from "./weights.ts";

export const ACCEPTED_AT = "2026-01-30T12:00:00.000Z";
export const TEXT_DIGEST = `sha256:${"ab".repeat(32)}`;
const OTHER_DIGEST = `sha256:${"cd".repeat(32)}`;

/** Some of the requests tell the clock to go on, because the program's times are soon. */
export function nextOfProgram(random: Random, realm: Realm, isLive: boolean): string {
  const { objects, consents, decisions } = realm.program as ProgramPart;
  if (objects.size === 0) return "object.create";
  const ofDeal = nextOfDeals(random, realm);
  if (ofDeal !== undefined) return ofDeal;
  if (settledOf(realm).length > 0 && random.chance(0.2)) return "collection.confirm";
  const ofMandate = nextOfMandates(random, realm);
  if (ofMandate !== undefined) return ofMandate;
  if (!isLive && random.chance(0.12)) return "sandbox.clock.advance";
  const operation = random.weighted(PROGRAM_WEIGHTS);
  if (operation === "decision.resolve" && decisions.size === 0) return "object.action.call";
  const isActive = [...consents.keys()].some((id) => latest(consents, id)?.status === "active");
  if (operation.startsWith("collection.") && consents.size > 0) {
    return nextOfCollections(random, realm.program as ProgramPart, operation);
  }
  const lacks = /^(consent|collection)\./.test(operation) && consents.size === 0;
  return lacks || (!isActive && random.chance(0.4)) ? "consent.create" : operation;
}

export const PROGRAM_DRAFTS: Readonly<Record<string, (habits: Habits, realm: Realm) => Draft>> = {
  "object.create": (habits, realm) => {
    const { random } = habits;
    const isLacking = freeSeats(realm).length === 0;
    const kind = random.weighted([
      [isLacking ? 20 : 1, "seat"],
      [8, "booking"],
      [mayDeal(realm) ? 12 : 0, "deal"],
      [0.2, "nothing"],
    ]);
    const fields = fieldsOf(habits, realm, kind);
    const buyer = String(fields["buyer"] ?? fields["member"] ?? "");
    const isBuyer = ["booking", "deal"].includes(kind) && random.chance(0.3);
    return {
      path: [productIdOf(habits, realm), kind],
      body: {
        fields: random.chance(0.96) ? fields : { ...fields, ...faultOf(random) },
        ...(isBuyer && { onBehalfOf: random.chance(0.9) ? buyer : customerOf(habits, realm) }),
      },
    };
  },
  "object.action.call": actionCall,
  "decision.resolve": ({ random }, realm) => {
    const { decisions } = realm.program as ProgramPart;
    const waiting = [...decisions.keys()].filter(
      (id) => latest(decisions, id)?.status === "pending",
    );
    const ids = waiting.length > 0 && random.chance(0.85) ? waiting : [...decisions.keys()];
    return {
      path: [random.chance(0.97) && ids.length > 0 ? random.pick(ids) : "dec_unknown"],
      body: {
        outcome: random.weighted([
          [3, "approve"],
          [1, "decline"],
        ]),
        ...(random.chance(0.2) && { reason: "seen" }),
      },
    };
  },
  "consent.create": consentDraft,
  "consent.confirm": (habits, realm) => ({
    path: [consentOf(habits, realm, awaitsProof)],
    body: {
      evidence: {
        method: "browser",
        acceptedAt: ACCEPTED_AT,
        textDigest: habits.random.chance(0.8) ? TEXT_DIGEST : OTHER_DIGEST,
      },
    },
  }),
  "consent.reject": (habits, realm) => ({
    path: [consentOf(habits, realm, ({ status }) => status === "pending")],
  }),
  "consent.revoke": (habits, realm) => ({
    path: [consentOf(habits, realm, ({ status }) => status === "active")],
    body: { reason: "changed my mind" },
  }),
};

function fieldsOf(habits: Habits, realm: Realm, kind: string): Record<string, unknown> {
  if (kind === "seat") return seatFields(habits.random);
  if (kind !== "deal") return bookingFields(habits, realm);
  const { consents } = realm.program as ProgramPart;
  const other = () => pickedOf(habits.random, consents);
  return dealFields(habits, realm, other, () => customerOf(habits, realm));
}

function seatFields(random: Random): Record<string, unknown> {
  return { area: random.pick(["hall", "box"]), price: String(1 + random.below(900)) };
}

/** As a rule of a buyer who may, with a seat that nobody holds and a consent of its own. */
function bookingFields(habits: Habits, realm: Realm): Record<string, unknown> {
  const { random } = habits;
  const { objects, consents } = realm.program as ProgramPart;
  const isOfRows = (consent: ConsentShown) => consent.status === "active" && !isMandate(consent);
  const mandate = pickedOf(random, consents, isOfRows) ?? "cons_unknown";
  const own = latest(consents, mandate)?.customerId;
  const buyer = own !== undefined && random.chance(0.9) ? own : customerOf(habits, realm);
  const free = freeSeats(realm);
  const isSeat = ({ kind }: ObjectShown) => kind === "seat";
  const seat =
    (free.length > 0 && random.chance(0.88) ? random.pick(free) : undefined) ??
    pickedOf(random, objects, isSeat);
  const total = 1 + random.below(random.pick([20, 200, 900, 3_000]));
  const part = random.below(total + 1);
  const rest = random.chance(0.93) ? total - part : total;
  return {
    buyer,
    seller: customerOf(habits, realm),
    total: String(total),
    ...(random.chance(0.3) && { lines: [{ part: String(part) }, { part: String(rest) }] }),
    ...(random.chance(0.6) && { count: 1 + random.below(3) }),
    ...(random.chance(0.98) && { seat: seat ?? "obj_unknown" }),
    ...(isNext(realm) && random.chance(0.3) && { ceiling: String(random.below(CEILING + 20)) }),
    mandate,
  };
}

function isNext({ program }: Realm): boolean {
  return program !== undefined && runningBuild(program) === NEXT_BUILD.buildId;
}

/** The seats that no booking holds, as far as a client can tell. */
function freeSeats({ program }: Realm): string[] {
  const { objects } = program as ProgramPart;
  const all = [...objects.keys()].map((id) => latest(objects, id) as ObjectShown);
  const taken = new Set(all.flatMap(({ fields, isOver }) => (isOver ? [] : [fields["seat"]])));
  const free = all.filter(({ objectId, state }) => state === "free" && !taken.has(objectId));
  return free.map(({ objectId }) => objectId);
}

function faultOf(random: Random): Record<string, unknown> {
  return random.pick<Record<string, unknown>>([
    { total: "0" },
    { total: 5 },
    { count: 4 },
    { price: "901" },
    { surprise: true },
    { lines: [{}] },
    { seller: null },
  ]);
}

function actionCall(habits: Habits, realm: Realm): Draft {
  const { random } = habits;
  const { objects } = realm.program as ProgramPart;
  const wanted = mayDeal(realm) && random.chance(DEAL_RATE) ? "deal" : "booking";
  const isOpen = ({ isOver, kind }: ObjectShown) => !isOver && kind === wanted;
  const isUsual = random.chance(0.93);
  const objectId =
    (isUsual ? pickedOf(random, objects, isOpen) : undefined) ?? pickedOf(random, objects);
  const { kind, state, revision, fields, buildId } = latest(objects, objectId) ?? NO_OBJECT;
  const actions = Object.entries(programOfBuild(buildId).nouns[kind]?.actions ?? {});
  const fitting = actions.filter(([, { from }]) => from.includes(state));
  const [action, { input }] = random.weighted(
    (fitting.length > 0 && random.chance(0.9)
      ? fitting
      : [...actions, ["dance", { input: {} }] as const]
    ).map((each) => [weightOf(kind, each[0]), each] as const),
  );
  const isDeal = kind === "deal";
  const isPaid = action === (isDeal ? "put" : "pay");
  const isBuyer = isPaid || (!isDeal && ["ask", "complain"].includes(action) && random.chance(0.3));
  const known = random.chance(0.03) ? revision + 1 : revision;
  return {
    path: [
      productIdOf(habits, realm),
      random.chance(0.98) ? kind : "seat",
      random.chance(0.98) ? (objectId ?? "obj_unknown") : "obj_unknown",
      action,
    ],
    body: {
      ...(input !== undefined && { input: inputFor(habits, realm, objectId, action) }),
      ...(isBuyer &&
        random.chance(0.97) && {
          onBehalfOf: random.chance(0.95)
            ? String(fields["buyer"] ?? fields["member"])
            : customerOf(habits, realm),
        }),
      ...(random.chance(0.35) && { expectedRevision: random.chance(0.85) ? known : 1 }),
    },
  };
}

/** The part of the calls that are of deals, where there can be any. */
const DEAL_RATE = 0.6;
/** Actions that lead no further, or to an early end. */
const ASIDE = ["lapse", "cancel", "touch", "nag", "markLate", "drop", "reprice", "sponsor"];
function weightOf(kind: string, action: string): number {
  if (kind === "deal") return DEAL_ACTIONS[action] ?? OF_CLOCK;
  return ASIDE.includes(action) ? 0.2 : 1;
}

const NO_OBJECT = {
  kind: "booking",
  buildId: NEXT_BUILD.buildId,
  state: "asked",
  revision: 1,
  fields: {} as ObjectShown["fields"],
};

/** As a rule all that is due, or all that the pot has; else some amount, or a fault. */
function inputFor(habits: Habits, realm: Realm, objectId: string | undefined, action: string) {
  const { random } = habits;
  const { objects } = realm.program as ProgramPart;
  const object = latest(objects, objectId);
  if (random.chance(0.02))
    return random.pick<Record<string, unknown>>([{}, { amount: 1 }, { x: "1" }]);
  const some = String(random.below(random.pick([5, 100, 1_000])));
  if (action === "reprice") return { price: some };
  if (object?.kind === "deal") return dealInput(random, realm, object, action);
  const pot = latest(realm.accounts, object?.ownAccounts[0]?.accountId);
  const whole = action === "settle" ? pot && String(availableOf(pot)) : object?.remainders["due"];
  const isWhole = whole !== undefined && action !== "sponsor" && random.chance(0.6);
  return { amount: isWhole ? whole : some };
}

function consentDraft(habits: Habits, realm: Realm): Draft {
  const { random } = habits;
  const customerId = customerOf(habits, realm);
  const isOwn = random.chance(0.8);
  const accounts = [...realm.accounts.keys()].filter((id) => {
    const account = latest(realm.accounts, id);
    return account?.ownerType !== "platform" && (!isOwn || account?.ownerId === customerId);
  });
  const inMs = random.chance(0.06) ? -random.below(2_000) : 1 + random.below(30_000);
  const expiresAt = new Date(clockOf(realm, habits.nowMs()) + inMs).toISOString();
  const limits = {
    ...(random.chance(0.4) && { maxAmount: String(1 + random.below(900)) }),
    ...(random.chance(0.4) && { maxTotal: String(1 + random.below(2_000)) }),
    ...(random.chance(0.4) && { maxCount: 1 + random.below(3) }),
    ...(random.chance(0.95) && { currency: "EUR" }),
    ...(random.chance(0.3) && { period: random.pick(["P1D", "P1D", "P1W", "P1M"]) }),
  };
  const mandate = mandateDraft(habits, realm);
  const method = random.pick(["api", "browser", "provider_mandate"]);
  return {
    body: {
      productId: productIdOf(habits, realm),
      customerId,
      ...mandate,
      type: random.chance(0.93) ? "collection" : "terms",
      ...(random.chance(mandate === undefined ? 0.2 : 0.02) &&
        accounts.length > 0 && { accountId: random.pick([...accounts, "acct_unknown"]) }),
      ...(random.chance(0.5) && { limits }),
      ...(random.chance(0.45) && { expiresAt }),
      evidence: {
        method: mandate !== undefined && random.chance(0.97) ? "provider_mandate" : method,
        ...(random.chance(0.6) && { acceptedAt: ACCEPTED_AT }),
        ...(random.chance(0.9) && { textDigest: TEXT_DIGEST }),
      },
    },
  };
}

function awaitsProof({ status, isVerified }: ConsentShown): boolean {
  return status === "pending" || (status === "active" && !isVerified);
}

function consentOf({ random }: Habits, realm: Realm, fits: (consent: ConsentShown) => boolean) {
  const { consents } = realm.program as ProgramPart;
  if (random.chance(0.03)) return "cons_unknown";
  const fitting = random.chance(0.8) ? pickedOf(random, consents, fits) : undefined;
  return fitting ?? pickedOf(random, consents) ?? "cons_unknown";
}

/** As a rule the first customer, who has money; another now and then. */
export function customerOf({ random }: Habits, realm: Realm): string {
  const [first = "cust_unknown", ...others] = [...realm.customers.keys()];
  if (random.chance(0.02)) return "cust_unknown";
  return random.chance(0.55) || others.length === 0 ? first : random.pick(others);
}

export function productIdOf({ random, realms }: Habits, realm: Realm): string {
  return random.chance(0.98) ? realm.productId : random.pick(realms()).productId;
}

export function pickedOf<T>(
  random: Random,
  things: Versions<T>,
  fits: (thing: T) => boolean = () => true,
): string | undefined {
  const ids = [...things.keys()].filter((id) => fits(latest(things, id) as T));
  return ids.length === 0 ? undefined : random.pick(ids);
}
