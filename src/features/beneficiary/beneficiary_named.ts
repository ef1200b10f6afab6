/**
 * The beneficiaries that the input of a call names, or the values of a program. An id that was made has a form of its own. One that was
 * chosen has none, so it is looked for where a field is called `beneficiaryId`, and in everything that programs take, whose fields have
 * names of their own. What is found so is bound by the approval of an agent's call, as all that is named by an id that was made: a person
 * approves a payment to whom the id names then.
 */
import type { BoundRevision } from "../../contract/declare/approval.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { BeneficiaryDocument } from "./beneficiary_document.ts";
import { type BeneficiarySight, findBeneficiary, seenBeneficiary } from "./beneficiary_noun.ts";

type Input = Readonly<Record<string, unknown>>;

const FIELD = "beneficiaryId";
/** The fields of an input that have the values of a program: of an action, and of a new object. */
const OF_PROGRAMS: readonly string[] = ["input", "fields"];
const MADE = /^ben_[0-9A-Z]{26}$/;
const CHOSEN = /^[a-z0-9_-]{1,64}$/;

/** The ids of both kinds by which the input names beneficiaries for certain, each once, in its order. */
export function beneficiaryIdsIn(input: Input): ReadonlySet<string> {
  return textsIn(input, (text, field) => field === FIELD || MADE.test(text), new Set());
}

/** The beneficiaries that the input names by chosen ids, as the memory of the shard has them. */
export function namedByChosenIds(
  state: BeneficiarySight,
  realm: number,
  input: Input,
): BoundRevision[] {
  return named(chosenIdsIn(input), (id) => findBeneficiary(state, realm, id));
}

/** The same as a snapshot shows them. */
export function seenByChosenIds(snapshot: Snapshot, realm: number, input: Input): BoundRevision[] {
  return named(chosenIdsIn(input), (id) => seenBeneficiary(snapshot, realm, id)?.document);
}

/** The beneficiaries that values of a program name by ids of either kind, as the memory of the shard has them. */
export function namedInValues(
  state: BeneficiarySight,
  realm: number,
  values: unknown,
): BoundRevision[] {
  return named(idsInValues(values), (id) => findBeneficiary(state, realm, id));
}

/** The same as a snapshot shows them. */
export function seenInValues(snapshot: Snapshot, realm: number, values: unknown): BoundRevision[] {
  return named(idsInValues(values), (id) => seenBeneficiary(snapshot, realm, id)?.document);
}

function named(
  ids: ReadonlySet<string>,
  find: (id: string) => BeneficiaryDocument | undefined,
): BoundRevision[] {
  return [...ids].flatMap((id) => {
    const revision = find(id)?.revision;
    return revision === undefined ? [] : [{ type: "beneficiary", id, revision }];
  });
}

function chosenIdsIn(input: Input): ReadonlySet<string> {
  const ids = new Set<string>();
  textsIn(input, (text, field) => field === FIELD && CHOSEN.test(text), ids);
  for (const field of OF_PROGRAMS) textsIn(input[field], (text) => CHOSEN.test(text), ids);
  return ids;
}

function idsInValues(values: unknown): ReadonlySet<string> {
  return textsIn(values, (text) => MADE.test(text) || CHOSEN.test(text), new Set());
}

/** Adds every text of a value that is looked for. `field`: the name of the field that has the text. */
function textsIn(
  value: unknown,
  isLookedFor: (text: string, field: string) => boolean,
  texts: Set<string>,
  field = "",
): ReadonlySet<string> {
  if (typeof value === "string") {
    if (isLookedFor(value, field)) texts.add(value);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) textsIn(part, isLookedFor, texts, name);
  }
  return texts;
}
