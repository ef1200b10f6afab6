/** Logins: what they cost the transfers of the same time, and how long one takes on a server at rest. */
import { type LoginFigures, loginsAt } from "../login_load.ts";
import { openPeople } from "../people.ts";
import { type Row, type Settings, SHORTFALL } from "../row.ts";

/** Logins per second beside full load, which are asked; few where only errors are looked for. */
const FULL_RATE = { small: 5, usual: 50, full: 50 };
/** Logins per second on a server that does nothing else. */
const IDLE_RATE = 5;
/** As many as log in at once: fewer than an edge lets wait for their passwords, so that none is refused. */
const PEOPLE = { small: 4, usual: 60, full: 60 };
/** All of the rate: a turn ends a little after its last login was due. */
const SERVED = { atLeast: 48 };

const LOGIN_STEPS =
  "a login: challenge, password with a proof of work that was solved before the turn, the code of a mail " +
  "that comes by SMTP, the session read; its time counts from when it was due until the last answer";

export const logins: Row = {
  name: "logins",
  title: "logins beside full load",
  pairs: 3,
  seconds: 6,
  warmUpSeconds: 2,
  shortfall: SHORTFALL,
  figures: [
    {
      name: "ratio",
      text: "transfers beside 50 logins a second, of those alone",
      digits: 2,
      asked: { atLeast: 0.8 },
    },
    { name: "loginsPerSecond", text: "logins served per second", digits: 1, asked: SERVED },
    { name: "loginP50Ms", text: "p50 of a login, mail included, ms", digits: 0 },
    { name: "loginP99Ms", text: "p99 of a login, mail included, ms", digits: 0 },
    { name: "passwordP99Ms", text: "p99 of its step of the password, ms", digits: 0 },
  ],
  async open(settings) {
    const people = await openPeople(settings, PEOPLE[settings.size]);
    const { bank } = people;
    const rate = FULL_RATE[settings.size];
    return {
      sides: [
        { name: "alone", turn: (seconds) => bank.load("transfer", seconds) },
        {
          name: "beside",
          async turn(seconds) {
            const proofs = await people.proofs(rate * seconds);
            const [transfers, logins] = await Promise.all([
              bank.load("transfer", seconds),
              loginsAt(people, { rate, proofs }),
            ]);
            return { ...transfers, ...prefixed(logins) };
          },
        },
      ],
      notes: [`${rate} logins a second; ${LOGIN_STEPS}`],
      check: bank.check,
      close: people.close,
    };
  },
  derive: (of) => ({
    ratio: of("beside", "perSecond") / of("alone", "perSecond"),
    loginsPerSecond: of("beside", "loginsPerSecond"),
    loginP50Ms: of("beside", "loginP50Ms"),
    loginP99Ms: of("beside", "loginP99Ms"),
    passwordP99Ms: of("beside", "passwordP99Ms"),
  }),
};

export const loginIdle: Row = {
  name: "login_idle",
  title: "logins, 5 a second, on a server that does nothing else",
  pairs: 2,
  seconds: 20,
  warmUpSeconds: 2,
  figures: [
    { name: "p50Ms", text: "p50 of a login, mail included, ms", digits: 0 },
    {
      name: "p99Ms",
      text: "p99 of a login, mail included, ms",
      digits: 0,
      asked: { below: 1_500 },
    },
    { name: "passwordP50Ms", text: "p50 of its step of the password, ms", digits: 0 },
    { name: "passwordP99Ms", text: "p99 of its step of the password, ms", digits: 0 },
  ],
  async open(settings: Settings) {
    const people = await openPeople(settings, PEOPLE[settings.size]);
    return {
      sides: [
        {
          name: "logins",
          turn: async (seconds) =>
            loginsAt(people, { rate: IDLE_RATE, proofs: await people.proofs(IDLE_RATE * seconds) }),
        },
      ],
      notes: [LOGIN_STEPS],
      check: async () => undefined,
      close: people.close,
    };
  },
  derive: (of) => ({
    p50Ms: of("logins", "p50Ms"),
    p99Ms: of("logins", "p99Ms"),
    passwordP50Ms: of("logins", "passwordP50Ms"),
    passwordP99Ms: of("logins", "passwordP99Ms"),
  }),
};

function prefixed({ perSecond, p50Ms, p99Ms, ...password }: LoginFigures) {
  return { loginsPerSecond: perSecond, loginP50Ms: p50Ms, loginP99Ms: p99Ms, ...password };
}
