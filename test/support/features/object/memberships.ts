/** For tests: members whose dues are collected by a mandate, by the program of the template `membership`. */
import { invariant } from "../../../../src/base/invariant.ts";
import type { CollectionDocument } from "../../../../src/features/collection/collection_document.ts";
import type { ProgramObject } from "../../../../src/features/object/object_schema.ts";
import { programOf } from "../../../../src/features/product/running_program.ts";
import type { ScheduleDocument } from "../../../../src/features/schedule/schedule_document.ts";
import { TEMPLATES } from "../../../../src/programs/templates.ts";
import type { Input } from "../../../world/input.ts";
import { at, DAY_MS } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import { debtorMade, mandateMade } from "../consent/mandates.ts";
import { called, objectMade, payer, runProgram } from "./objects.ts";

export const MEMBERSHIP = TEMPLATES.find(({ templateId }) => templateId === "membership")?.source;

/** When the first dues are due, and when the bank of a sandbox then has them. */
export const DUE_MS = 3 * DAY_MS;
export const COLLECTED_MS = DUE_MS + 2 * DAY_MS;

export type GivenMembership = {
  membership: ProgramObject;
  memberId: string;
  accountId: string;
  beneficiaryId: string;
  consentId: string;
  duesId: string;
};

type More = { fields?: Input; debtor?: Input; consent?: Input; program?: unknown };

/** A membership that has begun, of `monthly` minor units for one month; its member has an empty account. */
export async function begunMembership(
  world: World,
  monthly: string,
  { fields = {}, debtor = {}, consent = {}, program = MEMBERSHIP }: More = {},
): Promise<GivenMembership> {
  runProgram(world, program);
  const { customerId: memberId, accountId } = payer(world, { currency: "EUR", amount: 0n });
  const parties = await debtorMade(world, debtor, { customerId: memberId });
  const { consentId } = mandateMade(world, parties, consent);
  const membership = objectMade(world, "membership", {
    ...{ member: memberId, consent: consentId, monthly, months: 1, firstDueAt: at(DUE_MS) },
    ...fields,
  });
  called(world, membership, "begin");
  const accounts = programOf(world.state, world.realmOf(world.caller))?.accounts ?? {};
  const { beneficiaryId } = parties;
  const duesId = accounts["dues.EUR"] ?? "";
  return { membership, memberId, accountId, beneficiaryId, consentId, duesId };
}

/** The collections of the world, the oldest first. */
export function collectionsIn({ state: { collections } }: World): CollectionDocument[] {
  return [...collections.values()].sort((one, other) =>
    one.collectionId < other.collectionId ? -1 : 1,
  );
}

/** The only collection of the world. */
export function onlyCollection(world: World): CollectionDocument {
  const [first, ...more] = collectionsIn(world);
  invariant(first !== undefined && more.length === 0, "the world of a test has one collection");
  return first;
}

/** What the rows of the world have come to. */
export function rowsOf({ state: { schedules } }: World): Partial<ScheduleDocument>[] {
  return [...schedules.values()].map(({ status, attempt, refusedWith, skippedBecause }) => ({
    ...{ status, attempt },
    ...(refusedWith !== undefined && { refusedWith }),
    ...(skippedBecause !== undefined && { skippedBecause }),
  }));
}
