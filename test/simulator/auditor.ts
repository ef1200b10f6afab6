/**
 * The auditor compares the server with the model. It reads every record on the disks, in the order of
 * the log, and the model must reach the same outcome; and every answer that a client receives must be
 * the answer of a durable record. So a request whose outcome no client received has run completely or
 * not at all, as the log says.
 */
import { frameOf, placeOf } from "../../src/base/id.ts";
import { PLATFORM_REALM_KEY } from "../../src/contract/platform_realm.ts";
import { type RealmNames, realmKeyOf } from "../../src/contract/principal.ts";
import { REALM_OPENED, type RealmOpened } from "../../src/contract/realm_document.ts";
import type { StoredRecord } from "../../src/contract/record.ts";
import { decodeRecord } from "../../src/contract/record_codec.ts";
import type { SandboxClockArrived } from "../../src/features/sandbox/sandbox_facts.ts";
import type { WebhookPayload } from "../../src/features/webhook_endpoint/webhook_lines.ts";
import { recordsOf } from "../../wal/format.ts";
import { keyOf } from "../../wal/key.ts";
import { type Coverage, count } from "./coverage.ts";
import { DeliveryAudit } from "./delivery_audit.ts";
import { differenceOf } from "./difference.ts";
import type { Disk } from "./disk.ts";
import { earlyRefusalOf, identityOf, isOfResetSandbox, isOfUntoldId } from "./early_refusals.ts";
import type { Caller, Response, WriteRequest } from "./edge.ts";
import { wrongEvents } from "./events.ts";
import { ACCESS_RULES } from "./model/accesses.ts";
import { arrive, nextExpiry, overdueWork } from "./model/clock.ts";
import type { ReportedLine } from "./model/deliveries.ts";
import { ENDPOINT_RULES } from "./model/endpoints.ts";
import {
  clockOf,
  createRealm,
  type Input,
  latest,
  type Realm,
  type Verdict,
} from "./model/model.ts";
import { MONEY_RULES } from "./model/money.ts";
import { PARTY_RULES } from "./model/parties.ts";
import { STATUS } from "./model/statuses.ts";
import { inputOf } from "./model/validity.ts";
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
import { withoutSecret, wrongSecret } from "./secrets.ts";
import { CODECS } from "./server.ts";

export const RULES = { ...PARTY_RULES, ...ACCESS_RULES, ...MONEY_RULES, ...ENDPOINT_RULES };

/** An idempotency key: the record of its request, and the model's verdict. */
type Remembered = {
  record: StoredRecord;
  /** The model of the realm that the record stands in. */
  realm: Realm;
  suffix: string;
  identity: string;
  verdict: Verdict;
  /** The text of the answer, once a client has received it. */
  body?: string;
  wasAnswered?: boolean;
};

const REPORT = "webhook_delivery.report";

type Shard = {
  log: Disk;
  /** The newest frame whose records were judged. */
  frame: number;
  timeMs: number;
  realms: (Realm | undefined)[];
  /** By realm key and idempotency key: the same text is another key in another realm. */
  keys: Map<string, Remembered>;
  /** The idempotency keys that some realm has used, each as its text. */
  texts: Set<string>;
  /** The newest frame with a record whose answer a client has received. */
  acknowledgedFrame: number;
};

export type Auditor = ReturnType<typeof createAuditor>;

/** `violate` is called with each violation; only the first one counts. */
export function createAuditor(
  logs: readonly Disk[],
  coverage: Coverage,
  violate: (message: string) => void,
) {
  const shards: Shard[] = logs.map((log) => ({
    log,
    frame: 0,
    timeMs: 0,
    realms: [],
    keys: new Map(),
    texts: new Set(),
    acknowledgedFrame: 0,
  }));
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
      const shard = shards[caller.shard] as Shard;
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
    },
    /** The key and its record in the realm of this caller, or undefined. */
    keyOf(idempotencyKey: string, { principal, shard }: Caller): KnownKey | undefined {
      const known = shards[shard]?.keys.get(nameOfKey(principal, idempotencyKey));
      if (known === undefined) return undefined;
      const { record, suffix, verdict, realm: of } = known;
      const frame = frameOf(record.place);
      const isRefused = verdict.code !== undefined;
      const overFrame = isRefused ? frame : (verdict.run?.overFrame ?? frame);
      return { idempotencyKey, suffix, frame, overFrame, isRefused, realm: of };
    },
  };

  /** Judges every record on the disk that was not judged yet. */
  function follow(number: number): void {
    const shard = shards[number] as Shard;
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

  function judge(shard: Shard, record: StoredRecord): string | undefined {
    if (record.timeMs < shard.timeMs) return "time ran backwards";
    shard.timeMs = record.timeMs;
    if (record.operation === "scope.open") return openRealm(shard, record);
    if (record.operation === "clock.arrive") return clockArrived(shard, record);
    if (record.operation === REPORT) return reported(shard, record);
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
    const isReset = record.operation === "sandbox.reset" && verdict.code === undefined;
    if (isReset !== (renewed !== undefined)) return "a reset alone gives a fresh realm";
    const home = isReset ? freshOf(realm) : realm;
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
    return wrongVerdict(record, verdict) ?? wrongEvents(realm, record);
  }

  /** True when a caller asks to end a hold that is overdue and that the clock has not ended yet. */
  function isLateEnd(realm: Realm, record: StoredRecord, input: Input): boolean {
    if (!["transfer_hold.clear", "transfer_hold.cancel"].includes(record.operation)) return false;
    const hold = latest(realm.holds, input.transferHoldId);
    return (
      hold?.status === "reserved" && hold.expiresAtMs <= clockOf(realm, momentOf(record).nowMs)
    );
  }

  function openRealm(shard: Shard, record: StoredRecord): string | undefined {
    const fact = record.facts.find(({ kind }) => kind === REALM_OPENED) as RealmOpened;
    const realm = createRealm(fact.names, fact.createdAtMs);
    const key = realmKeyOf(realm);
    if (shard.realms[fact.number] !== undefined) return "a realm was opened twice";
    shard.realms[fact.number] = realm;
    // Every shard has a realm of the platform itself, which nobody asks for anything.
    if (key === PLATFORM_REALM_KEY) return undefined;
    if (realms.has(key)) return "a realm was opened twice";
    models.open(realm, frameOf(record.place));
    return undefined;
  }

  /** The realm takes the name of the one before. False where the record cannot be its first. */
  function renew({ realms: all }: Shard, record: StoredRecord, realm: Realm): boolean {
    if (record.realm !== all.length || record.previousPlace !== 0) return false;
    models.open(realm, frameOf(record.place));
    all[record.realm] = realm;
    return true;
  }

  /** The outbox has reported what it attempted. */
  function reported({ realms: all }: Shard, record: StoredRecord): string | undefined {
    const asked = askedByPlatform.get(record.requestId) as { lines: ReportedLine[] } | undefined;
    if (asked === undefined) return "nobody reported this";
    const [fact] = record.facts as unknown as { lines: ReportedLine[] }[];
    const at = { shard: record.shard, frame: frameOf(record.place) };
    return deliveries.report(all, asked.lines, fact?.lines ?? [], at);
  }

  function clockArrived(shard: Shard, record: StoredRecord): string | undefined {
    const arrived = record.facts[0] as SandboxClockArrived;
    const realm = shard.realms[arrived.scope];
    if (realm === undefined) return "a clock of no realm";
    if (record.parentPlace !== arrived.toldBy) return "an arrival names another advance";
    return arrive(realm, momentOf(record), arrived);
  }

  /** The input of the request that led to the record; or the reason why the record must not exist. */
  function askedBy(
    shard: Shard,
    realm: Realm,
    record: StoredRecord,
  ): { input: Input; identity: string } | string {
    if (record.cause === "platform") {
      const input = askedByPlatform.get(record.requestId);
      return input === undefined ? "nobody asked the platform for this" : { input, identity: "" };
    }
    if (record.cause === "clock") return askedByClock(realm, record);
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

  function askedByClock(
    realm: Realm,
    record: StoredRecord,
  ): { input: Input; identity: string } | string {
    const input = nextExpiry(realm, momentOf(record), record.parentPlace);
    if (typeof input === "string") return input;
    const isLive = realm.environment === "live";
    count(coverage, isLive ? "deadline passed in live" : "deadline passed by the sandbox clock");
    return { input, identity: "" };
  }

  function wrongVerdict(record: StoredRecord, verdict: Verdict): string | undefined {
    const name = verdict.code ?? "accepted";
    if (record.cause === "api") count(coverage, `${record.operation} ${name}`);
    if (record.refusalCode !== verdict.code) return `the model says ${name}`;
    const status =
      verdict.code === undefined ? acceptedStatusOf(record.operation) : STATUS[verdict.code];
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
    if (response.suffix !== known.suffix) return "an answer with other ids";
    if (response.status !== record.status) return "an answer with another status";
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
    for (const result of batchErrors(verdict)) count(coverage, `transfer.batch.create ${result}`);
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

/** The verdict, with the count of steps of an ended advance; undefined while the advance runs. */
function wholeVerdict(verdict: Verdict): Verdict | undefined {
  if (verdict.code !== undefined || verdict.run === undefined) return verdict;
  const { ran, overFrame } = verdict.run;
  const answer = { ...verdict.answer, ran };
  return overFrame === Number.POSITIVE_INFINITY ? undefined : { code: undefined, answer };
}
