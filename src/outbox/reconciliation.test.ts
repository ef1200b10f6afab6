/** The comparison of the two books: each difference, what is none, and what happens while the books are read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ProviderStatus,
  type RequestKind,
  statusesOf,
} from "../contract/messages/provider_kinds.ts";
import type { ProviderBookLine, ProviderPage } from "../contract/messages/provider_protocol.ts";
import {
  DIFFERENCES_SHOWN_MAX,
  type OwnEffect,
  type OwnState,
  type Reconciliation,
  reconcile,
} from "./reconciliation.ts";

type There = ProviderStatus | "refused" | "absent";

const lineOf = (
  effectId: string,
  there: Exclude<There, "absent">,
  providerReference = `chk-${effectId}`,
): ProviderBookLine =>
  there === "refused"
    ? { effectId, result: "refused", providerCode: "no", message: "" }
    : { effectId, result: "accepted", providerReference, status: there };
const HOME = { shard: 1, realm: 7 };
const ownOf = (
  effectId: string,
  state: OwnState,
  kind: RequestKind = "verification",
): OwnEffect => ({ effectId, kind, state, home: HOME });

/** The comparison of records that may be other ones at each reading, and a book in pages. */
async function compared(
  readings: readonly (readonly OwnEffect[])[],
  pages: readonly (readonly ProviderBookLine[])[],
): Promise<Reconciliation> {
  let reading = 0;
  return await reconcile({
    async *own() {
      yield* readings[Math.min(reading++, readings.length - 1)] ?? [];
    },
    async page(after): Promise<ProviderPage> {
      const at = after === undefined ? 0 : Number(after);
      const effects = [...(pages[at] ?? [])];
      return at + 1 < pages.length ? { effects, next: String(at + 1) } : { effects };
    },
  });
}

type Row = [here: OwnState | "absent", Partial<Record<There, string>>];
/** The same of each of these states there. */
const each = (made: string, ...theres: There[]): Row[1] =>
  Object.fromEntries(theres.map((there) => [there, made]));
/** What is made of every state there but those that are named, and the same. */
const others = (kind: RequestKind, made: string, ...named: There[]): Row[1] =>
  each(made, ...[...statusesOf(kind), "refused" as const].filter((one) => !named.includes(one)));

/** What is made of each state here with each state there: a difference, `pending`, or nothing. */
const whateverTheKind = (kind: RequestKind): Row[] => [
  ["absent", others(kind, "unknown_here")],
  ["unanswered", others(kind, "pending")],
  ["refused", others(kind, "status_differs", "refused")],
  ["abandoned", {}],
  ["over", {}],
];
/** The rows of states after which anything of the kind, or nothing, can follow. */
const ofOpen = (kind: RequestKind, state: ProviderStatus): Row => [
  state,
  {
    ...others(kind, "pending", state, "refused"),
    ...{ refused: "status_differs", absent: "missing_there" },
  },
];
const ofFinal = (kind: RequestKind, state: ProviderStatus): Row => [
  state,
  { ...others(kind, "status_differs", state), absent: "missing_there" },
];

const MADE: Record<RequestKind, Row[]> = {
  verification: [
    ...whateverTheKind("verification"),
    ofOpen("verification", "processing"),
    ofOpen("verification", "requires_input"),
    ofFinal("verification", "verified"),
    ofFinal("verification", "rejected"),
  ],
  address: [
    ...whateverTheKind("address"),
    ofOpen("address", "processing"),
    ...(["active", "failed", "disabled", "retired"] as const).map((one) => ofFinal("address", one)),
  ],
  payout: [
    ...whateverTheKind("payout"),
    ofOpen("payout", "processing"),
    [
      "posted",
      {
        ...each("status_differs", "processing", "failed", "returned", "cancelled", "refused"),
        ...{ absent: "missing_there" },
      },
    ],
    ...(["failed", "returned", "cancelled"] as const).map((one) => ofFinal("payout", one)),
  ],
  credit_return: [
    ...whateverTheKind("credit_return"),
    ofOpen("credit_return", "processing"),
    ...(["returned", "failed"] as const).map((one) => ofFinal("credit_return", one)),
  ],
  collection: [
    ...whateverTheKind("collection"),
    ofOpen("collection", "processing"),
    [
      "collected",
      {
        ...each("status_differs", "processing", "failed", "returned", "refused"),
        ...{ absent: "missing_there" },
      },
    ],
    ...(["failed", "returned"] as const).map((one) => ofFinal("collection", one)),
  ],
  payee_check: [
    ...whateverTheKind("payee_check"),
    ofOpen("payee_check", "processing"),
    ...(["matched", "close_match", "no_match", "unavailable"] as const).map((one) =>
      ofFinal("payee_check", one),
    ),
  ],
};
/** A status that no request of the kind can have: a difference, whatever is on record here. */
const STRANGE: Record<RequestKind, ProviderStatus> = {
  ...{ verification: "posted", address: "posted", payout: "active" },
  ...{ credit_return: "active", collection: "posted", payee_check: "verified" },
};

const CASES = (Object.keys(MADE) as RequestKind[]).flatMap((kind) =>
  MADE[kind].map(([here, row]) => ({ kind, here, row })),
);

for (const { kind, here, row } of CASES) {
  test(`reconciliation: ${kind} ${here} here, with each state there -> as the table says`, async () => {
    const strange = here === "absent" ? "unknown_here" : "status_differs";
    const all: Row[1] = { ...row, [STRANGE[kind]]: strange };
    for (const there of [...statusesOf(kind), STRANGE[kind], "refused", "absent"] as const) {
      const own = here === "absent" ? [] : [ownOf("a", here, kind)];
      const book = there === "absent" ? [] : [lineOf("a", there)];
      const { agree, differences, counts, pending, found, ...sizes } = await compared(
        [own],
        [book],
      );
      const made = all[there];
      const isDifference = made !== undefined && made !== "pending";
      assert.equal(agree, !isDifference, there);
      assert.equal(pending, made === "pending" ? 1 : 0, there);
      const sides = {
        ...(here !== "absent" && { here }),
        ...(there !== "absent" && { there }),
      };
      const wanted = isDifference ? [{ difference: made, effectId: "a", ...sides }] : [];
      assert.deepEqual(differences, wanted, there);
      const home = here !== "absent" && { home: HOME };
      assert.deepEqual(found, isDifference ? [{ difference: made, of: "a", ...home }] : [], there);
      const counted = Object.entries(counts).filter(([, count]) => count > 0);
      assert.deepEqual(counted, isDifference ? [[made, 1]] : [], there);
      assert.deepEqual(sizes, { here: own.length, there: book.length });
    }
  });
}

test("reconciliation: another reference there -> reference_differs, beside what else differs", async () => {
  const own = [{ ...ownOf("a", "verified"), providerReference: "chk-1" }];
  const { differences } = await compared([own], [[lineOf("a", "rejected", "chk-2")]]);
  assert.deepEqual(differences, [
    { difference: "status_differs", effectId: "a", here: "verified", there: "rejected" },
    { difference: "reference_differs", effectId: "a", here: "chk-1", there: "chk-2" },
  ]);
});

test("reconciliation: made, answered and over while the books are read -> no difference", async () => {
  const before = [ownOf("over", "processing"), ownOf("told", "processing")];
  const after = [ownOf("over", "over"), ownOf("told", "verified"), ownOf("new", "processing")];
  const book = [lineOf("told", "verified"), lineOf("new", "processing")];
  const { agree } = await compared([before, after], [book]);
  assert.equal(agree, true);
});

test("reconciliation: a payout that is posted here, returned there -> no difference where news tells it while the books are read", async () => {
  const book = [lineOf("back", "returned"), lineOf("untold", "returned")];
  const before = [ownOf("back", "posted", "payout"), ownOf("untold", "posted", "payout")];
  const after = [ownOf("back", "returned", "payout"), ownOf("untold", "posted", "payout")];
  const { differences } = await compared([before, after], [book]);
  assert.deepEqual(differences, [
    { difference: "status_differs", effectId: "untold", here: "posted", there: "returned" },
  ]);
});

test("reconciliation: several pages, an effect on two of them -> each effect once", async () => {
  const ids = ["a", "b", "c"];
  const own = ids.map((id) => ownOf(id, "verified"));
  const [a, b, c] = ids.map((id) => lineOf(id, "verified")) as [
    ProviderBookLine,
    ProviderBookLine,
    ProviderBookLine,
  ];
  const { agree, here, there } = await compared([own], [[a], [a, b], [c]]);
  assert.deepEqual({ agree, here, there }, { agree: true, here: 3, there: 3 });
});

test("reconciliation: more differences than are shown -> all counted, the first ones shown", async () => {
  const ids = Array.from({ length: DIFFERENCES_SHOWN_MAX + 1 }, (_, at) => `e${at}`);
  const book = ids.map((id) => lineOf(id, "verified"));
  const own = [ownOf("lost", "verified")];
  const { counts, differences } = await compared([own], [book]);
  assert.deepEqual([counts.unknown_here, counts.missing_there], [ids.length, 1]);
  assert.equal(differences.length, DIFFERENCES_SHOWN_MAX + 1);
  assert.equal(differences.at(-1)?.effectId, "lost");
});

test("reconciliation: a book that leads back, an empty page that goes on, no page -> rejected", async () => {
  const own = async function* () {};
  const pages: [what: string, page: (after?: string) => Promise<ProviderPage>, says: RegExp][] = [
    ["leads back", async () => ({ effects: [lineOf("a", "verified")], next: "1" }), /does not end/],
    ["empty", async (after = "0") => ({ effects: [], next: `${after}0` }), /does not end/],
    ["none", () => Promise.reject(new Error("no page")), /no page/],
  ];
  for (const [what, page, says] of pages) {
    await assert.rejects(reconcile({ own, page }), says, what);
  }
});
