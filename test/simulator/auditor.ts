/**
 * The auditor compares the server with the model. It reads every record on the disks, in the order of
 * the log, and the model must reach the same outcome; and every answer that a client receives must be
 * the answer of a durable record. So a request whose outcome no client received has run completely or
 * not at all, as the log says.
 */
import { frameOf, placeOf } from "../../src/base/id.ts";
import { type RealmNames, realmKeyOf } from "../../src/contract/declare/principal.ts";
import { PLATFORM_REALM_KEY } from "../../src/contract/records/platform_realm.ts";
import { REALM_OPENED, type RealmOpened } from "../../src/contract/records/realm_document.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { decodeRecord } from "../../src/contract/records/record_codec.ts";
import type { SandboxClockArrived } from "../../src/features/sandbox/sandbox_facts.ts";
import { statements } from "../../src/features/statement/statement_noun.ts";
import type { WebhookPayload } from "../../src/features/webhook_endpoint/webhook_lines.ts";
import { recordsOf } from "../../wal/format.ts";
import { keyOf } from "../../wal/key.ts";
import { type AuditedShard, auditedShard, type Remembered } from "./audited_shard.ts";
import { countBanks } from "./bank_counts.ts";
import { CompanyTellings } from "./company_tellings.ts";
import { type Coverage, count } from "./coverage.ts";
import { DeliveryAudit } from "./delivery_audit.ts";
import { differenceOf } from "./difference.ts";
import type { Disk } from "./disk.ts";
import { earlyRefusalOf, identityOf, isOfResetSandbox, isOfUntoldId } from "./early_refusals.ts";
import type { Caller, Response, WriteRequest } from "./edge.ts";
import { EGRESS_FAILED, isUnended, statusOf, wholeVerdict, wrongUnknown } from "./endings.ts";
import { wrongEvents } from "./events.ts";
import { arrive, overdueWork } from "./model/clock.ts";
import { monthNow } from "./model/corrections.ts";
import type { ReportedLine } from "./model/deliveries.ts";
import { createRealm, type Input, type Realm, type Verdict } from "./model/model.ts";
import { wrongMonth } from "./model/month_ends.ts";
import { RULES } from "./model/rules.ts";
import { statusOfRefusal } from "./model/statuses.ts";
import { inputOf } from "./model/validity.ts";
import { countDown, countProgram, isOfProgram } from "./program_counts.ts";
import type { KnownKey } from "./reads.ts";
import { freshOf, Realms, renewalIn } from "./realms.ts";
import {
  acceptedStatusOf,
  batchErrors,
  coverageNameOf,
  describe,
  momentOf,
  suffixOf,
} from "./records.ts";
import { RetiredKeys } from "./retired_keys.ts";
import { withoutSecret, wrongSecret } from "./secrets.ts";
import { CODECS } from "./server.ts";
import { askedByTime, isLateEnd } from "./time.ts";
import { countTold } from "./told_counts.ts";

const REPORT = "webhook_delivery.report";
const RESUME = "provider_request.resume";

export type Auditor = ReturnType<typeof createAuditor>;

/** `violate` is called with each violation; only the first one counts. */
export function createAuditor(
  logs: readonly Disk[],
  coverage: Coverage,
  violate: (message: string) => void,
) {
  const shards = logs.map(auditedShard);
  const tellings = new CompanyTellings();
  const retiredKeys = new RetiredKeys();
  const sent = new Map<string, { request: WriteRequest; caller: Caller }>();
  const askedByPlatform = new Map<string, Input>();
  const models = new Realms();
  const deliveries = new DeliveryAudit(coverage);
  const { current: realms } = models;
  const wasReset = ({ principal: { productId } }: Caller) =>
    [...sent.values()].some(
      ({ request: { operation }, caller }) =>
        operation === "sandbox.reset" && caller.principal.productId === productId,
    );

  return {
    shards,
    /** The models of all realms that are not retired, by the key of the realm. */
    realms,
    /** The models of all realms, those of retired ones too. */
    everyRealm: () => models.all(),
    /** The realm of a caller at the time when `frame` is the newest. */
    realmAt({ principal }: Caller, frame: number): Realm {
      const realm = models.at(realmKeyOf(principal), frame);
      if (realm === undefined) throw new Error("a realm is read after it was opened");
      return realm;
    },
    /** A client sends a request. */
    expect(request: WriteRequest, caller: Caller): void {
      sent.set(request.requestId, { request, caller });
    },
    /** The platform itself runs a command under this request id. */
    expectOfPlatform(requestId: string, input: Input): void {
      askedByPlatform.set(requestId, input);
    },
    askedOfPlatform: () => askedByPlatform.size,
    deliveries,
    /** The outbox attempts to deliver: a violation, or what notes the end of the attempt. */
    attempt(payload: WebhookPayload, nowMs: number) {
      for (const shard of shards.keys()) follow(shard);
      const isItsOwn = ({ endpoints }: Realm) => endpoints.has(payload.webhookEndpointId);
      return deliveries.begin(models.all().find(isItsOwn), payload, nowMs);
    },
    follow,
    /** Checks an answer that a client receives. */
    checkResponse(request: WriteRequest, caller: Caller, response: Response): void {
      follow(caller.shard);
      const { code, status } = response;
      if (status === 503) return;
      const early = earlyRefusalOf(request, caller);
      const name = `${request.operation} ${JSON.stringify(response)}`;
      if (early !== undefined) {
        const isReset = wasReset(caller) && isOfResetSandbox(request, code);
        if (code !== early && !isReset) violate(`must be refused with ${early}: ${name}`);
        else if (!isReset) count(coverage, coverageNameOf(request.operation, early));
        return;
      }
      const shard = shards[caller.shard] as AuditedShard;
      const known = shard.keys.get(nameOfKey(caller.principal, request.idempotencyKey));
      if (known === undefined) {
        const isUntold = isOfUntoldId(request, code, shard.acknowledgedFrame);
        if (!isUntold) violate(`an answer without a durable record: ${name}`);
        return;
      }
      shard.acknowledgedFrame = Math.max(shard.acknowledgedFrame, frameOf(known.record.place));
      const isSame = known.identity === identityOf(request, caller);
      const wrong = isSame ? wrongAnswer(known, request, response) : wrongConflict(known, response);
      if (wrong !== undefined) violate(`${wrong}: ${name}, recorded ${describe(known.record)}`);
    },
    /** Checks that no hold is overdue and that every clock has arrived. */
    expectNothingDue(atMs: number): void {
      for (const realm of realms.values()) {
        const undone = overdueWork(realm, atMs);
        if (undone !== undefined) violate(undone);
      }
    },
    /** The server is down: counts stops while a clock was being advanced. */
    onDown(how: "crash" | "orderly stop"): void {
      if (models.all().length > realms.size) count(coverage, `${how} after a reset`);
      const isOnItsWay = [...realms.values()].some(({ runs }) => runs.length > 0);
      if (isOnItsWay) count(coverage, `${how} while a clock was on its way`);
      countDown([...realms.values()], how, coverage);
    },
    /** The key and its record in the realm of this caller, or undefined. */
    keyOf(idempotencyKey: string, { principal, shard }: Caller): KnownKey | undefined {
      const known = shards[shard]?.keys.get(nameOfKey(principal, idempotencyKey));
      if (known === undefined) return undefined;
      const { record, suffix, verdict, realm: of } = known;
      const frame = frameOf(record.place);
      const isRefused = (wholeVerdict(verdict) ?? verdict).code !== undefined;
      const { run, asked, first } = verdict.code === undefined ? verdict : {};
      const overFrame = (run ?? asked ?? first)?.overFrame ?? frame;
      return { idempotencyKey, suffix, frame, overFrame, isRefused, realm: of };
    },
  };

  /** Judges every record on the disk that was not judged yet. */
  function follow(number: number): void {
    const shard = shards[number] as AuditedShard;
    for (;;) {
      const bytes = shard.log.read(keyOf(shard.frame + 1));
      if (bytes === undefined) return;
      shard.frame++;
      let index = 0;
      for (const record of recordsOf(bytes)) {
        const place = placeOf(shard.frame, index++);
        const view = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
        const stored = decodeRecord(view, CODECS, { shard: number, place });
        const wrong = judge(shard, stored);
        if (wrong !== undefined) violate(`${wrong}: ${describe(stored)}`);
      }
    }
  }

  function judge(shard: AuditedShard, record: StoredRecord): string | undefined {
    if (record.timeMs < shard.timeMs) return "time ran backwards";
    shard.timeMs = record.timeMs;
    if (record.operation === "scope.open") return openRealm(shard, record);
    if (record.operation === "clock.arrive") return clockArrived(shard, record);
    if (record.operation === REPORT) return reported(shard, record);
    if (tellings.isOutcome(record)) return tellings.settled(record);
    if (retiredKeys.isOutcome(record)) return retiredKeys.settled(record);
    tellings.noteOwed(record);
    retiredKeys.noteOwed(record);
    const renewed = renewalIn(record);
    const realm = shard.realms[renewed?.retired ?? record.realm];
    if (realm === undefined) return "a record of no realm";
    if (!models.isCurrent(realm) && record.cause !== "platform") {
      return "a record of a realm that is retired";
    }
    if (record.cause === "api" && realm.runs.some(({ ran }) => ran > 0)) {
      count(coverage, "request between two steps of a clock");
    }
    const asked = askedBy(shard, realm, record);
    if (typeof asked === "string") return asked;
    const rule = RULES[record.operation];
    if (rule === undefined) return "an operation without a rule";
    if (isLateEnd(realm, record, asked.input)) count(coverage, "hold asked for after its deadline");
    const verdict = rule(realm, asked.input, momentOf(record));
    if (realm.program !== undefined && isOfProgram(record.operation)) realm.program.changes++;
    const told = verdict.code === undefined ? verdict.answer["verdict"] : undefined;
    if (told !== undefined) count(coverage, `news of a provider: ${told}`);
    const isReset = record.operation === "sandbox.reset" && verdict.code === undefined;
    if (isReset !== (renewed !== undefined)) return "a reset alone gives a fresh realm";
    const home = isReset ? freshOf(realm, momentOf(record)) : realm;
    if (isReset && !renew(shard, record, home)) return "a reset begins the next realm";
    if (record.idempotencyKey !== undefined) {
      const isUsed = shard.texts.has(record.idempotencyKey);
      if (isUsed) count(coverage, "key that another realm of the shard has used");
      shard.texts.add(record.idempotencyKey);
      shard.keys.set(nameOfKey(realm, record.idempotencyKey), {
        record,
        realm: home,
        suffix: suffixOf(record),
        identity: asked.identity,
        verdict,
      });
    }
    if (realm.runs.length > 1) count(coverage, "clock told again on its way");
    const sealed = statements.lastIn(record.facts);
    const wrong = sealed && wrongMonth(realm, sealed);
    return wrong ?? wrongVerdict(record, verdict) ?? wrongEvents(realm, record);
  }

  function openRealm(shard: AuditedShard, record: StoredRecord): string | undefined {
    const fact = record.facts.find(({ kind }) => kind === REALM_OPENED) as RealmOpened;
    const realm = createRealm(fact.names, fact.createdAtMs);
    const key = realmKeyOf(realm);
    if (shard.realms[fact.number] !== undefined) return "a realm was opened twice";
    shard.realms[fact.number] = realm;
    // Every shard has a realm of the platform itself, which nobody asks for anything.
    if (key === PLATFORM_REALM_KEY) return undefined;
    if (realms.has(key)) return "a realm was opened twice";
    realm.month = monthNow(realm, record);
    models.open(realm, frameOf(record.place));
    return undefined;
  }

  /** The realm takes the name of the one before. False where the record cannot be its first. */
  function renew({ realms: all }: AuditedShard, record: StoredRecord, realm: Realm): boolean {
    if (record.realm !== all.length || record.previousPlace !== 0) return false;
    realm.month = monthNow(realm, record);
    models.open(realm, frameOf(record.place));
    all[record.realm] = realm;
    return true;
  }

  /** The outbox has reported what it attempted. */
  function reported({ realms: all }: AuditedShard, record: StoredRecord): string | undefined {
    const asked = askedByPlatform.get(record.requestId) as { lines: ReportedLine[] } | undefined;
    if (asked === undefined) return "nobody reported this";
    const [fact] = record.facts as unknown as { lines: ReportedLine[] }[];
    const { shard, place, timeMs } = record;
    const at = { shard, frame: frameOf(place), timeMs };
    return deliveries.report(all, asked.lines, fact?.lines ?? [], at);
  }

  function clockArrived(shard: AuditedShard, record: StoredRecord): string | undefined {
    const arrived = record.facts[0] as SandboxClockArrived;
    const realm = shard.realms[arrived.scope];
    if (realm === undefined) return "a clock of no realm";
    if (record.parentPlace !== arrived.toldBy) return "an arrival names another advance";
    return arrive(realm, momentOf(record), arrived);
  }

  /** The input of the request that led to the record; or the reason why the record must not exist. */
  function askedBy(
    shard: AuditedShard,
    realm: Realm,
    record: StoredRecord,
  ): { input: Input; identity: string } | string {
    if (record.cause === "platform") {
      const input = askedByPlatform.get(record.requestId);
      return input === undefined ? "nobody asked the platform for this" : { input, identity: "" };
    }
    const reported = askedByPlatform.get(record.requestId);
    if (record.cause === "provider" && reported !== undefined)
      return { input: reported, identity: "" };
    if (record.cause === "clock" || record.cause === "provider")
      return askedByTime(realm, record, coverage);
    if (record.operation === RESUME) return askedAgain(realm, record);
    const asked = sent.get(record.requestId);
    if (asked === undefined) return "nobody sent this request";
    const { request, caller } = asked;
    const { productId, environment } = caller.principal;
    if (record.idempotencyKey !== request.idempotencyKey.toLowerCase()) return "another key";
    if (shard.keys.has(nameOfKey(realm, record.idempotencyKey))) return "a key ran twice";
    if (realm.productId !== productId || realm.environment !== environment) return "another realm";
    if (earlyRefusalOf(request, caller) !== undefined)
      return "a request that must be refused was decided";
    return { input: inputOf(request) as Input, identity: identityOf(request, caller) };
  }

  /** A request that comes again resumes what it had begun. */
  function askedAgain(
    realm: Realm,
    record: StoredRecord,
  ): { input: Input; identity: string } | string {
    const asked = [...realm.asked.values()].find(({ place }) => place === record.parentPlace);
    const again = sent.get(record.requestId);
    if (asked === undefined || again === undefined) return "nobody sent this request again";
    const { request, caller } = again;
    const shard = shards[record.shard] as AuditedShard;
    const known = shard.keys.get(nameOfKey(caller.principal, request.idempotencyKey));
    if (known?.record.place !== asked.place) return "another request resumes this";
    count(coverage, "resumed by its key");
    return { input: { providerRequestId: asked.providerRequestId }, identity: "" };
  }

  function wrongVerdict(record: StoredRecord, verdict: Verdict): string | undefined {
    const name = verdict.code ?? "accepted";
    if (record.cause === "clock") count(coverage, `${record.operation} ${name}`);
    countProgram(record, coverage);
    countBanks(record, coverage);
    countTold(record, coverage);
    if (record.cause === "api") count(coverage, `${record.operation} ${name}`);
    if (record.refusalCode !== verdict.code) return `the model says ${name}`;
    const status =
      verdict.code === undefined
        ? (verdict.status ?? acceptedStatusOf(record.operation))
        : statusOfRefusal(record.operation, verdict.code);
    if (record.status !== status) return `the model says status ${status}`;
    return record.reply === undefined ? undefined : wrongBody(record.reply, verdict);
  }

  /** Compares a body with the verdict. */
  function wrongBody(body: string, verdict: Verdict): string | undefined {
    const told = JSON.parse(body) as Record<string, unknown>;
    if (verdict.code === undefined) return differenceOf(verdict.answer, told);
    const error = { code: verdict.code, details: verdict.details ?? {} };
    return differenceOf({ error }, told);
  }

  function wrongAnswer(known: Remembered, request: WriteRequest, response: Response) {
    const { record } = known;
    const isRetired = !models.isCurrent(known.realm);
    // Nobody learns of the end of what goes on in a realm that a reset has retired.
    if (isRetired && isUnended(known.verdict) && response.code === "idempotency_conflict") {
      return undefined;
    }
    // The digest of what is sealed is made with a key that a reset has destroyed: nothing can be compared with it (decision 0157).
    const isSealed = /^(beneficiary\.create|entity\.kyc\.submit)$/.test(record.operation);
    if (isRetired && isSealed && response.code === "idempotency_conflict") return undefined;
    if (response.suffix !== known.suffix) return "an answer with other ids";
    if (response.code === EGRESS_FAILED) {
      count(coverage, EGRESS_FAILED);
      return wrongUnknown(known.verdict, response);
    }
    if (response.status !== statusOf(known.verdict, record)) return "an answer with another status";
    const body = withoutSecret(response.body);
    if (known.body !== undefined && known.body !== body) return "other bytes than before";
    const wrong = wrongSecret(record.operation, response);
    if (wrong !== undefined) return wrong;
    if (!response.isReplayed) {
      if (record.requestId !== request.requestId) return "an answer that hides that it is a replay";
      if (known.wasAnswered === true) return "answered twice as if it had run twice";
      known.wasAnswered = true;
    } else count(coverage, "answered again by its key");
    const isFirst = known.body === undefined;
    known.body = body;
    if (!isFirst) return undefined;
    const verdict = wholeVerdict(known.verdict);
    if (verdict === undefined) return "an answer before the clock had arrived";
    const waited = known.verdict.code === undefined && known.verdict.first !== undefined;
    if (waited) count(coverage, "action answered when its rows had run");
    for (const result of batchErrors(verdict)) count(coverage, `${record.operation} ${result}`);
    return wrongBody(response.body, verdict);
  }

  /** Checks a conflict of keys: it names the first operation while that can be found. */
  function wrongConflict(known: Remembered, response: Response) {
    if (response.code !== "idempotency_conflict" || response.status !== 409) {
      return "a key of another request must conflict";
    }
    count(coverage, "idempotency_conflict");
    count(coverage, "key of another request");
    if (!models.isCurrent(known.realm)) {
      // The conflict may have been decided before the reset or after it.
      count(coverage, "key of before a reset");
      return undefined;
    }
    const names = response.body.includes(known.suffix);
    return names ? undefined : "a conflict that names no operation";
  }
}

/** An idempotency key within its realm. */
function nameOfKey(realm: RealmNames, idempotencyKey: string): string {
  return `${realmKeyOf(realm)} ${idempotencyKey.toLowerCase()}`;
}
