/** Requests to providers, as those that ask make them and give them up; and what those that are asked for must know. */
import type { Asked, Told } from "./bank_part.ts";
import { clockOf, type Moment, type Realm } from "./model.ts";

/** What one type of subject makes of what its provider does. */
export type Subject = {
  /** Statuses after which none can follow. */
  final: readonly string[];
  /** Statuses after which the provider is asked no more, although others can follow. */
  unasked: readonly string[];
  /** An attempt had no answer. */
  tried(realm: Realm, asked: Asked, moment: Moment): void;
  /** The provider has accepted at `clockMs`. `told`: what it has said beyond that by now. */
  accepted(realm: Realm, asked: Asked, told: Told | undefined, at: At): void;
  refused(realm: Realm, asked: Asked, moment: Moment): void;
  /** What is told, beside the subject as it stands. Changes nothing. */
  judge(realm: Realm, asked: Asked, told: Told): "applied" | "same" | "late" | "contradictory";
  apply(realm: Realm, asked: Asked, told: Told, moment: Moment): void;
  /** Nothing more is asked about it. */
  isOver(realm: Realm, asked: Asked): boolean;
  /** What the simulator shall say of it, as a test asks: the subject after it, or why not. */
  decide(
    realm: Realm,
    id: string,
    outcome: string,
    moment: Moment,
  ): { status: string } | { code: string };
};
export type At = { clockMs: number; moment: Moment };

/** Asks a provider: the first attempt is due at once. `sub`: which request of its record it is. */
export function newAsked(
  realm: Realm,
  of: Pick<Asked, "subject" | "subjectId" | "isCancel" | "leadsTo" | "accepts" | "amount" | "wish">,
  moment: Moment,
  sub = 0,
): Asked {
  const asked: Asked = {
    ...of,
    providerRequestId: moment.id("preq", sub),
    ...{ place: moment.place, status: "waiting", attempts: 0 },
    dueAtMs: clockOf(realm, moment.nowMs),
    ...{ wasUnknown: false, overFrame: Number.POSITIVE_INFINITY, end: undefined },
    ...{ questions: 0, isAsked: false, newsIds: [], early: [] },
  };
  realm.asked.set(asked.providerRequestId, asked);
  return asked;
}

/** The provider is not asked any more, because what it was asked for is over. Nothing where there was an answer. */
export function abandon(asked: Asked | undefined, end: Asked["end"], { frame }: Moment): void {
  if (asked === undefined || !isAnswerable(asked)) return;
  Object.assign(asked, { status: "abandoned", overFrame: frame, end });
}

export function isAnswerable({ status }: Asked): boolean {
  return status === "waiting" || status === "unknown";
}
