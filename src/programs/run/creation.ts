/** How an object is made: the steps of a call, without those that an object must be there for. */
import { checkAggregates } from "./aggregate_check.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import { type CompiledProgram, nounOf } from "./compiled_program.ts";
import { Evaluation } from "./evaluation.ts";
import { checkLimits } from "./limit_check.ts";
import type { CreateCall, ObjectRecord } from "./object_record.ts";
import type { Outcome } from "./outcome.ts";
import { checkParties, idIn } from "./party_check.ts";
import { checkPort, UNREAD } from "./port_check.ts";
import { checkConsents, checkReferences } from "./reference_check.ts";
import { nounRetired } from "./refusals.ts";
import { stop } from "./refused.ts";
import { checkPartitions, fieldsGiven } from "./requirement_check.ts";
import { rowsOf } from "./schedule_rows.ts";
import type { Fields } from "./values.ts";
import type { World } from "./world.ts";

/** Stops at a refusal. */
export function creationOf(
  program: CompiledProgram,
  { kind, objectId, actor, fields: given }: CreateCall,
  world: World,
  digest: string,
): Outcome {
  const noun = nounOf(program, kind);
  if (world.isRetired(kind)) stop(nounRetired(kind));
  const customerAt = (field: string) =>
    idIn(given, field) ?? (noun.fields[field]?.required === true ? UNREAD : undefined);
  checkPort(program, noun, { action: "create", actor, customerAt });
  const subject = noun.subject && idIn(given, noun.subject.field);
  const parties = { subject, actor, given: { sources: noun.fields, values: given } };
  checkParties(noun, parties, world);
  const { currencies } = program;
  const fields = fieldsGiven(noun.fields, given, { at: "fields", currencies });
  const evaluationOf = (object: ObjectRecord) => new Evaluation({ noun, world }, object);
  const bare = bareObject(noun, { objectId, digest, fields, nowMs: world.nowMs, subject });
  const draft = { ...bare, currency: noun.currency?.(evaluationOf(bare)) };
  const taken = noun.claimedAtCreation.filter(({ name }) => fields.has(name));
  const claimed = checkReferences(draft, { given: noun.references, values: fields, taken }, world);
  checkConsents(draft, noun.consents, fields, world);
  const call = evaluationOf(draft);
  checkPartitions(call, noun);
  const remainders = new Map(noun.remainders.map(({ name, start }) => [name, start(call)]));
  const object: ObjectRecord = { ...draft, remainders };
  const states = { added: new Map(), before: undefined, after: object.state };
  const aggregates = checkAggregates(call, noun, states);
  const limits = checkLimits(program, call, { before: undefined, after: object, isPlanned: true });
  const after = evaluationOf(object);
  for (const { name, change } of aggregates) after.added.set(name, change);
  const { rows, rounds } = rowsOf(after, noun, undefined, object);
  return {
    action: "create",
    object: { ...object, rounds },
    stateBefore: undefined,
    moves: [],
    aggregates,
    limits,
    claimed,
    released: [],
    ownAccounts: noun.own.map(({ name }) => ({ name, currency: after.currency })),
    opened: undefined,
    usedDecisionId: undefined,
    rows,
  };
}

function bareObject(
  { kind, initial }: CompiledNoun,
  {
    objectId,
    digest,
    fields,
    nowMs,
    subject,
  }: {
    objectId: string;
    digest: string;
    fields: Fields;
    nowMs: number;
    subject: string | undefined;
  },
): ObjectRecord {
  return {
    objectId,
    kind,
    digest,
    state: initial,
    revision: 1,
    createdAtMs: nowMs,
    fields,
    currency: undefined,
    subject,
    remainders: new Map(),
    sums: new Map(),
    rounds: new Map(),
  };
}
