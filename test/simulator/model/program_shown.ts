/** What reads show of objects, decisions and rows, as the model keeps it and as answers have it. */
import type { Program } from "../../../src/programs/program_schema.ts";
import type { Done } from "../../model/naive_program.ts";
import { shown } from "../../model/naive_value.ts";
import type { World } from "../../model/naive_world.ts";
import { programOfBuild } from "../editions.ts";
import { latest, type Moment, put, type Realm } from "./model.ts";
import { newAccount } from "./parties.ts";
import type { DecisionShown, ObjectShown, ProgramPart, RowShown } from "./program_part.ts";

/** The Build that the realm runs when `frame` is the newest; the one that it runs now where none is named. */
export function runningBuild({ builds }: ProgramPart, frame = Number.POSITIVE_INFINITY): string {
  const running = builds.findLast((each) => each.frame <= frame);
  if (running === undefined) throw new Error("the realm runs no program yet");
  return running.buildId;
}

/** The program of the object's own Build. */
export function programOf({ objects }: ProgramPart, objectId: string): Program {
  return programOfBuild((latest(objects, objectId) as ObjectShown).buildId);
}

/** Keeps what reads show of the object, its decisions and its rows. */
export function show(
  realm: Realm,
  part: ProgramPart,
  { objectId, rows }: Pick<Done, "objectId" | "rows">,
  action: string,
  moment: Moment,
): void {
  const { buildId } = latest(part.objects, objectId) ?? { buildId: runningBuild(part) };
  openAccounts(realm, part, { objectId, buildId }, moment, 0);
  showObject(part, { objectId, buildId, action }, moment);
  for (const each of part.world.decisions) showDecision(part, each, moment);
  for (const [sub, { schedule, index, dueAtMs }] of rows.entries()) {
    const row: RowShown = {
      scheduleId: moment.id("sch", sub),
      objectId,
      kind: (latest(part.objects, objectId) as ObjectShown).kind,
      schedule,
      index,
      dueAtMs,
      madeAtMs: part.world.nowMs,
      attempt: 1,
      status: "scheduled",
    };
    put(part.rows, row.scheduleId, row, moment);
  }
}

/** Opens the own accounts that the object lacks; `opened`: those that the record has opened already. Gives how many. */
export function openAccounts(
  realm: Realm,
  { world, accounts }: ProgramPart,
  { objectId, buildId }: { objectId: string; buildId: string },
  moment: Moment,
  opened: number,
): number {
  const { kind = "" } = world.objects.get(objectId) ?? {};
  const own = Object.keys(programOfBuild(buildId).nouns[kind]?.own ?? {});
  const lacking = own.filter((name) => !accounts.has(`${objectId}.own.${name}.EUR`));
  for (const [sub, name] of lacking.entries()) {
    const accountId = moment.id("acct", opened + sub);
    const owner = { ownerType: "object", ownerId: objectId };
    const account = { ...newAccount(accountId, "EUR", "object_balance"), name, revision: 1 };
    put(realm.accounts, accountId, { ...account, ...owner }, moment);
    accounts.set(`${objectId}.own.${name}.EUR`, accountId);
  }
  return lacking.length;
}

/** Keeps the object as it now is. */
export function showObject(
  part: ProgramPart,
  { objectId, buildId, action }: { objectId: string; buildId: string; action: string },
  moment: Moment,
): void {
  const object = part.world.objects.get(objectId);
  if (object === undefined) throw new Error("the object of a call is there");
  const { kind, state, revision, fields, remainders, sums } = object;
  const noun = programOfBuild(buildId).nouns[kind];
  const texts = (amounts: ReadonlyMap<string, bigint>) =>
    Object.fromEntries([...amounts].map(([name, amount]) => [name, String(amount)]));
  const isOfSelf = (name: string) => noun?.aggregates?.[name]?.scope === "self";
  const own = [...sums].filter(([name, sum]) => isOfSelf(name) && sum !== 0n);
  const after: ObjectShown = {
    objectId,
    buildId,
    kind,
    state,
    revision,
    fields: Object.fromEntries([...fields].map(([name, value]) => [name, shown(value)])),
    subject: noun?.subject && String(fields.get(noun.subject.field)),
    remainders: texts(remainders),
    aggregates: texts(new Map(own)),
    ownAccounts: Object.keys(noun?.own ?? {}).map((name) => ({
      name,
      accountId: part.accounts.get(`${objectId}.own.${name}.EUR`) as string,
    })),
    action,
    isOver: noun?.states[state]?.terminal === true,
  };
  put(part.objects, objectId, after, moment);
}

/** Keeps what became of a decision, where that is news. `calls`: when the platform calls an action, or that it has. */
export function showDecision(
  part: ProgramPart,
  { decisionId, objectId, gate, status, deadlineMs, isUsed }: World["decisions"][number],
  moment: Moment,
  calls?: number | "called",
): void {
  const before = latest(part.decisions, decisionId);
  const callsAtMs = calls === "called" ? undefined : (calls ?? before?.callsAtMs);
  const after: DecisionShown = { decisionId, objectId, gate, status, deadlineMs, isUsed };
  const isSame = before?.status === status && before.isUsed === isUsed;
  if (isSame && before.callsAtMs === callsAtMs) return;
  put(
    part.decisions,
    decisionId,
    callsAtMs === undefined ? after : { ...after, callsAtMs },
    moment,
  );
}

export function objectAnswer(object: ObjectShown | undefined): Record<string, unknown> {
  const { subject, isOver: _, action: __, ...rest } = object as ObjectShown;
  return { ...rest, subject: subject && { type: "customer", id: subject } };
}

export function decisionAnswer(decision: DecisionShown): Record<string, unknown> {
  const { decisionId, objectId, gate, status, deadlineMs } = decision;
  return { decisionId, objectId, gate, status, deadline: new Date(deadlineMs).toISOString() };
}

export function rowAnswer(row: RowShown): Record<string, unknown> {
  const { dueAtMs, ranAtMs, madeAtMs: _, isLast: __, ...rest } = row;
  const ranAt = ranAtMs && new Date(ranAtMs).toISOString();
  return { ...rest, ranAt, dueAt: new Date(dueAtMs).toISOString() };
}
