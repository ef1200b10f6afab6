/** For tests: beneficiaries in a world, and the numbers that are sealed of them. */
import { openEntitySealer } from "../../../../src/access/entity_sealer.ts";
import { invariant } from "../../../../src/base/invariant.ts";
import { beneficiaryCreate } from "../../../../src/features/beneficiary/beneficiary.create.ts";
import type {
  AccountNumbers,
  BeneficiaryDocument,
} from "../../../../src/features/beneficiary/beneficiary_document.ts";
import {
  beneficiaries,
  findBeneficiary,
} from "../../../../src/features/beneficiary/beneficiary_noun.ts";
import type { Beneficiary } from "../../../../src/features/beneficiary/beneficiary_schema.ts";
import {
  openedNumbers,
  type PreparedNumbers,
} from "../../../../src/features/beneficiary/beneficiary_sealing.ts";
import { checkIdOf } from "../../../../src/features/beneficiary/payee_check.ts";
import { providerConfigure } from "../../../../src/features/provider/provider.configure.ts";
import { type MemoryEntityKeys, memoryEntityKeys } from "../../../world/entity_keys.ts";
import type { Input } from "../../../world/input.ts";
import { openAccount } from "../../../world/parties.ts";
import { preparedIn } from "../../../world/preparing.ts";
import { unknownIds } from "../../../world/rows.ts";
import type { World } from "../../../world/world.ts";
import type { Asking } from "../../../world/writing.ts";
import { acme, PLATFORM, secretOf } from "../provider/providers.ts";

/** Destinations, with the numbers that their publishers give as examples. */
export const SEPA = { iban: "DE89370400440532013000" };
export const US = { routingNumber: "021000021", accountNumber: "000123456789" };
export const FPS = { sortCode: "20-00-00", accountNumber: "55779911" };

/** The draft of somebody else's account. */
export function draftOf(world: World, more: Input = {}): Input {
  return {
    productId: world.principal.productId,
    ownerType: "third_party",
    name: "Paper Mill Ltd",
    rail: "sepa",
    destination: SEPA,
    ...more,
  };
}

/** The part of a draft that names an account of the platform. */
export function bookDraft(accountId: string): Input {
  return { rail: "book", destination: { accountId } };
}

/** Creates a beneficiary, and lets the simulator check it where it is asked. `keys`: where its numbers are sealed under. */
export async function made(
  world: World,
  more: Input = {},
  asking: Asking & { keys?: MemoryEntityKeys } = {},
): Promise<Beneficiary> {
  const { keys = memoryEntityKeys(), ...asked } = asking;
  const { caller, idempotencyKey } = asked;
  const productId = (caller ?? world.caller).principal.productId;
  const input = draftOf(world, { productId, ...more });
  const prepared = await preparedIn(world, beneficiaryCreate, input, {
    keys,
    ...(caller !== undefined && { caller }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  const { code, message, reply, place } = world.run(beneficiaryCreate, input, {
    ...asked,
    prepared,
  });
  if (code !== undefined) throw new Error(`${code}: ${message}`);
  if (reply !== undefined) return reply as Beneficiary;
  world.passTime();
  return world.answerOf(place) as Beneficiary;
}

/** The beneficiary as the state has it, by either of its ids. */
export function beneficiaryIn(world: World, beneficiaryId: string): BeneficiaryDocument {
  const found = findBeneficiary(world.state, world.realmOf(world.caller), beneficiaryId);
  if (found === undefined) throw new Error(`${beneficiaryId} is unknown`);
  return found;
}

/**
 * A beneficiary in a world of live whose check waits for the bank `first-bank`, which checks payees of these rails. `keys`: where
 * its numbers are sealed under.
 */
export async function waitingCheck(
  world: World,
  more: Input = {},
  {
    keys = memoryEntityKeys(),
    rails = ["sepa"],
  }: { keys?: MemoryEntityKeys; rails?: readonly string[] } = {},
) {
  const bank = { provider: "first-bank", kind: "bank", payeeChecks: rails };
  const secret = secretOf("one");
  world.made(providerConfigure, { ...acme, ...bank, secret }, PLATFORM);
  const input = draftOf(world, more);
  const prepared = await preparedIn(world, beneficiaryCreate, input, { keys });
  const { place, facts } = world.run(beneficiaryCreate, input, { prepared });
  const beneficiary = facts.map(beneficiaries.of).find((one) => one !== undefined);
  invariant(beneficiary !== undefined, "the beneficiary of a test is made");
  const { beneficiaryId } = beneficiary;
  return { place, beneficiaryId, providerRequestId: checkIdOf(beneficiary) };
}

/** The numbers that are sealed; undefined where their key was destroyed. */
export function numbersIn(
  keys: MemoryEntityKeys,
  { sealed }: Pick<BeneficiaryDocument, "sealed">,
): AccountNumbers | undefined {
  const { opened } = openEntitySealer(keys);
  return sealed && openedNumbers(sealed, { openedOfEntity: opened });
}

/** Ids that name no beneficiary of the caller: all get the same refusal, which names the id. */
export const UNKNOWN_BENEFICIARIES = unknownIds({
  field: "beneficiaryId",
  code: "resource_not_found",
  create: (world, caller) => onBook(world, {}, { caller }).beneficiaryId,
});

/** Creates a beneficiary with an account of the Product, for which nothing is sealed. */
export function onBook(
  world: World,
  more: Input = {},
  { caller = world.caller }: Pick<Asking, "caller"> = {},
): Beneficiary {
  const { productId } = caller.principal;
  const where = bookDraft(openAccount(world, { caller }));
  const input = draftOf(world, { productId, ...where, ...more });
  const prepared: PreparedNumbers = { kind: "none" };
  return world.made(beneficiaryCreate, input, { caller, prepared }) as Beneficiary;
}
