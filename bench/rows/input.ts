/**
 * What the strictness of JSON bodies costs an edge: repeated names, NUL and half of a surrogate pair,
 * and lengths in code points. One side reads and checks bodies as a server does, the other with
 * JSON.parse and the compiled schema alone.
 */
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { callableOf } from "../../src/calls/callable.ts";
import { issuesOf } from "../../src/calls/input_issues.ts";
import { readJson } from "../../src/calls/json_input.ts";
import { transferBatchCreate } from "../../src/features/transfer/transfer.batch.create.ts";
import { transferCreate } from "../../src/features/transfer/transfer.create.ts";
import type { Row, Turn } from "../row.ts";
import { spreadOf } from "../spread.ts";

const ITEMS = 100;
/** Bytes of bodies between two looks at the clock: few, so that few looks see another process's work. */
const CHUNK_BYTES = 20_000;

/** One operation, a body of it, and the two ways to read and check the body. */
type Checked = { name: string; body: string; strict(): boolean; plain(): boolean };

export const input: Row = {
  name: "input",
  title: "an edge reads and checks a body, strictly and by `JSON.parse` alone",
  pairs: 15,
  seconds: 1,
  warmUpSeconds: 2,
  figures: [
    { name: "transferAddedNs", text: "added by the strictness to a transfer, ns", digits: 0 },
    { name: "transferNs", text: "a transfer's body, ns", digits: 0 },
    {
      name: "richAddedNs",
      text: "added to a transfer with description and metadata, ns",
      digits: 0,
    },
    { name: "richNs", text: "such a transfer's body, ns", digits: 0 },
    { name: "batchAddedNs", text: `added to a batch of ${ITEMS}, ns`, digits: 0 },
    { name: "batchNs", text: `the body of a batch of ${ITEMS}, ns`, digits: 0 },
  ],
  async open() {
    const bodies = checkedBodies();
    return {
      sides: (["strict", "plain"] as const).map((name) => ({
        name,
        turn: async (seconds) => turnOf(bodies, name, seconds),
      })),
      notes: ["in one process, without HTTP; the times are of JSON text to checked value"],
      check: async () => undefined,
      close: async () => undefined,
    };
  },
  derive(of) {
    const added = (name: string) => of("strict", name) - of("plain", name);
    return {
      transferAddedNs: added("transfer"),
      transferNs: of("strict", "transfer"),
      richAddedNs: added("rich"),
      richNs: of("strict", "rich"),
      batchAddedNs: added("batch"),
      batchNs: of("strict", "batch"),
    };
  },
};

function checkedBodies(): Checked[] {
  const draft = {
    sourceAccountId: "acct_1M822R8AP000000000400000D9",
    destinationAccountId: "acct_1M822R8CX000000000700000QH",
    amount: "1250",
    currency: "EUR",
  };
  const metadata = { invoice: "2026-01:7", url: "https://shop.example/orders/7" };
  const rich = { ...draft, description: "rent: March", metadata, externalId: "order-7" };
  const batch = { items: Array.from({ length: ITEMS }, () => draft) };
  return [
    checked("transfer", transferCreate, draft),
    checked("rich", transferCreate, rich),
    checked("batch", transferBatchCreate, batch),
  ];
}

function checked(
  name: string,
  operation: typeof transferCreate | typeof transferBatchCreate,
  value: object,
): Checked {
  const { bodyCheck } = callableOf(operation);
  if (bodyCheck === undefined) throw new Error(`${operation.id} has a body`);
  const plainCheck = TypeCompiler.Compile(operation.body);
  const body = JSON.stringify(value);
  return {
    name,
    body,
    strict() {
      const read = readJson(body);
      return read.issues === undefined && issuesOf(bodyCheck, read.value).length === 0;
    },
    plain: () => plainCheck.Check(JSON.parse(body)),
  };
}

/** Gives each body an equal part of the turn; the figures are the median nanoseconds of a body. */
function turnOf(bodies: readonly Checked[], side: "strict" | "plain", seconds: number): Turn {
  const partMs = (seconds * 1_000) / bodies.length;
  return Object.fromEntries(
    bodies.map(({ name, body, [side]: check }) => {
      const chunk = Math.ceil(CHUNK_BYTES / body.length);
      const times: number[] = [];
      const endMs = performance.now() + partMs;
      for (let before = performance.now(); before < endMs; ) {
        for (let at = 0; at < chunk; at++) {
          if (!check()) throw new Error(`the body ${name} is valid`);
        }
        const now = performance.now();
        times.push(((now - before) * 1e6) / chunk);
        before = now;
      }
      return [name, spreadOf(times).median];
    }),
  );
}
