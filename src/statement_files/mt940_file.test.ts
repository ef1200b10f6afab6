/** Statement files as MT940: everything that went in is read back, by a parser of somebody else, too; and no line is one that SWIFT does not take. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readByPython, skipParsers } from "../../test/support/iso20022/outside.ts";
import { fc } from "../../test/support/properties.ts";
import {
  ACCOUNT,
  anyStatement,
  coreOf,
  FROM_MS,
  fileText,
  type Movement,
  minorOf,
  OTHER,
  statementWith,
} from "../../test/support/statement_files/statements.ts";

/** What no format of a statement with 2 decimals may be more than: 15 characters with the comma. */
const LARGEST = 10n ** 10n;
/** Set x of SWIFT. */
const LINE = /^[A-Za-z0-9/\-?:().,'+ ]{1,65}$/;

type Field = { tag: string; lines: string[] };

function messagesIn(text: string): Field[][] {
  assert.ok(text.endsWith("\r\n-\r\n"));
  return text
    .split(/^-\r\n/m)
    .slice(0, -1)
    .map((message) => {
      const fields: Field[] = [];
      for (const line of message.split("\r\n").slice(0, -1)) {
        assert.match(line, LINE);
        assert.doesNotMatch(line, /^-|^:(?!\d\d[A-Z]?:)/);
        const [, tag, rest = ""] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? [];
        if (tag !== undefined) fields.push({ tag, lines: [rest] });
        else fields.at(-1)?.lines.push(line);
      }
      return fields;
    });
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,15})$/;
const ENTRY = /^(\d{6})(\d{4})([CD])([\d,]{1,15})(N[A-Z]{3})(.{1,16})$/;

function balanceIn(text: string | undefined): bigint {
  const [, mark, , currency = "", amount = ""] = BALANCE.exec(text ?? "") ?? [];
  return minorOf(amount.replace(/,$/, ""), currency) * (mark === "D" ? -1n : 1n);
}

function entriesIn(fields: readonly Field[], currency: string) {
  return fields.flatMap(({ tag, lines: [line = "", transferId = ""] }, at) => {
    if (tag !== "61") return [];
    const [, valueDay, , mark, amount = "", , reference] = ENTRY.exec(line) ?? [];
    const information = fields[at + 1];
    assert.equal(information?.tag, "86");
    assert.ok(information.lines.length <= 6);
    return [
      {
        transferId: transferId.replace("-", "_"),
        minor: minorOf(amount.replace(/,$/, ""), currency) * (mark === "D" ? -1n : 1n),
        ...{ valueDay, reference, said: information.lines.join("") },
      },
    ];
  });
}

test("mt940 file: any entries -> each read back, in order, and they lead to the balance", () => {
  fc.assert(
    fc.property(anyStatement(LARGEST), (statement) => {
      const { head, entries } = statement;
      const [fields = [], ...others] = messagesIn(fileText("mt940", statement));
      assert.equal(others.length, 0);
      const textOf = (tag: string) => fields.find((field) => field.tag === tag)?.lines[0];
      assert.equal(textOf("25"), head.iban ?? head.accountId.replace("_", "-"));
      assert.equal(balanceIn(textOf("60F")), head.openingMinor);
      assert.equal(balanceIn(textOf(head.partial ? "62M" : "62F")), head.closingMinor);
      assert.equal(textOf(head.partial ? "62F" : "62M"), undefined);
      const read = entriesIn(fields, head.currency);
      assert.deepEqual(
        read.map(({ transferId, minor }) => ({ transferId, minor })),
        entries.map(coreOf),
      );
      read.forEach(({ said, reference }, at) => {
        const { kind, externalId } = entries[at] ?? {};
        const shown = said.startsWith(`/TRTP/${kind}/CPTY/${OTHER.replace("_", "-")}`);
        assert.ok(shown, said);
        assert.equal(
          reference === "NONREF" && said.split("/REMI/")[0]?.includes("/EREF/"),
          externalId !== undefined && reference !== externalId,
        );
      });
    }),
  );
});

const MESSAGES: [count: number, partial: boolean, ends: string[]][] = [
  [0, false, ["62F"]],
  [0, true, ["62M"]],
  [100, false, ["62F"]],
  [101, false, ["62M", "62F"]],
  [201, true, ["62M", "62M", "62M"]],
];
for (const [count, partial, ends] of MESSAGES) {
  test(`mt940 file: ${count} entries, ${partial ? "an open" : "a sealed"} month -> ${ends.join(", ")}, each balance that of the next`, () => {
    const movements = Array.from(
      { length: count },
      (_, at): Movement => ({
        direction: at % 3 === 0 ? "debit" : "credit",
        amountMinor: BigInt(at + 1),
      }),
    );
    const statement = statementWith({ movements, partial, openingMinor: -5n });
    const messages = messagesIn(fileText("mt940", statement));
    assert.deepEqual(
      messages.map((fields) => fields.at(-1)?.tag),
      ends,
    );
    let balance = -5n;
    messages.forEach((fields, at) => {
      const opening = fields[3];
      assert.equal(opening?.tag, at === 0 ? "60F" : "60M");
      assert.equal(balanceIn(opening?.lines[0]), balance);
      assert.equal(fields[2]?.lines[0], `2611/${String(at + 1).padStart(5, "0")}`);
      for (const { minor } of entriesIn(fields, "EUR")) balance += minor;
      assert.equal(balanceIn(fields.at(-1)?.lines[0]), balance);
    });
    assert.equal(balance, statement.head.closingMinor);
  });
}

const REFERENCES: [externalId: string | undefined, reference: string, word: RegExp][] = [
  [undefined, "NONREF", /^((?!EREF).)*$/],
  ["INV-2026-1", "INV-2026-1", /^((?!EREF).)*$/],
  ["1234567890123456", "1234567890123456", /^((?!EREF).)*$/],
  ["12345678901234567", "NONREF", /\/EREF\/12345678901234567$/],
  ["order#1", "NONREF", /\/EREF\/order\.1-[0-9a-f]{8}$/],
  ["a//b", "NONREF", /\/EREF\/a\/\/b$/],
  ["of/REMI/longer than 16", "NONREF", /\/EREF\/of\.REMI\.longer than 16-[0-9a-f]{8}$/],
  ["NONREF", "NONREF", /\/EREF\/NONREF$/],
];
for (const [externalId, reference, word] of REFERENCES) {
  test(`mt940 file: external id ${externalId} -> ${reference} in :61:, ${word.source} in :86:`, () => {
    const statement = statementWith({ movements: [{ externalId }] });
    const [entry] = entriesIn(messagesIn(fileText("mt940", statement))[0] ?? [], "EUR");
    assert.equal(entry?.reference, reference);
    assert.match(entry?.said ?? "", word);
  });
}

test("mt940 file: two accounts of a Product, in a time zone -> messages of each, days as its clocks show them", () => {
  const of = { scope: "product", timeZone: "America/New_York" } as const;
  const movements = [{ bookedAtMs: FROM_MS + 86_400_000 }];
  const [first = [], second = [], ...more] = messagesIn(
    fileText(
      "mt940",
      statementWith({ ...of, movements }),
      statementWith({ ...of, accountId: OTHER, currency: "JPY", openingMinor: 7n }),
    ),
  );
  assert.equal(more.length, 0);
  assert.equal(first[1]?.lines[0], ACCOUNT.replace("_", "-"));
  assert.equal(entriesIn(first, "EUR")[0]?.valueDay, "261101");
  assert.equal(second[1]?.lines[0], OTHER.replace("_", "-"));
  assert.deepEqual([second.at(-1)?.tag, balanceIn(second.at(-1)?.lines[0])], ["62F", 7n]);
  assert.notEqual(first[0]?.lines[0], second[0]?.lines[0]);
});

const READ = `
import sys, json, mt940
found = []
for text in json.load(sys.stdin):
    read = mt940.parse(text)
    closing = read.data.get("final_closing_balance") or read.data.get("intermediate_closing_balance")
    found.append({
        "closing": str(closing.amount.amount),
        "entries": [[one.data["extra_details"], str(one.data["amount"].amount), one.data["transaction_details"]] for one in read],
    })
print(json.dumps(found))
`;

type Read = { closing: string; entries: [string, string, string][] };

test("mt940 file: a parser of somebody else reads it -> the same entries", {
  skip: skipParsers,
}, () => {
  const statements = fc.sample(anyStatement(LARGEST), 10);
  const texts = statements.map((statement) => fileText("mt940", statement));
  const plain = JSON.stringify(texts.map((text) => text.replaceAll("\r\n", "\n")));
  const found = readByPython(READ, plain) as Read[];
  statements.forEach(({ head, entries }, at) => {
    const read = found[at];
    assert.equal(minorOf(read?.closing ?? "", head.currency), head.closingMinor);
    assert.deepEqual(
      read?.entries.map(([id, amount]) => ({
        transferId: id.replace("-", "_"),
        minor: minorOf(amount, head.currency),
      })),
      entries.map(coreOf),
    );
    const [fields = []] = messagesIn(texts[at] ?? "");
    // That parser takes spaces off the ends of lines.
    const bare = (said: string) => said.replaceAll(/\s/g, "");
    assert.deepEqual(
      read?.entries.map(([, , said]) => bare(said)),
      entriesIn(fields, head.currency).map(({ said }) => bare(said)),
    );
  });
});
