/** What mails say, and that nobody else can have them say anything. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { MAIL_MS, owedMail } from "../../test/support/outbox/mail_server.ts";
import { CODE_POINT, fc } from "../../test/support/properties.ts";
import { SealKeys } from "../access/seal_keys.ts";
import { openSealer, SealBroken } from "../access/sealer.ts";
import { MAIL_TEMPLATES, type MailTemplate, type OwedMail } from "../contract/declare/mail.ts";
import {
  MailUnusable,
  SHOWN_NAME_CHARACTERS_MAX,
  shownName,
  type WrittenMail,
  writtenMail,
} from "./written_mail.ts";

const KEY = randomBytes(32);
const sealer = openSealer(SealKeys.of([KEY]));
const SECRETS: Record<string, string> = {
  code: "042137",
  link: "https://platform.example/invitation?token=inv_0123456789",
};

function write(mail: OwedMail, opening = sealer): WrittenMail {
  return writtenMail(mail, {
    from: "no-reply@platform.example",
    baseUrl: "https://platform.example",
    open(sealed, owner) {
      try {
        return { text: opening.open(sealed, owner) };
      } catch (cause) {
        if (cause instanceof SealBroken) return { broken: cause.reason };
        throw cause;
      }
    },
  });
}

/** A mail of the template in which each value is `value`. */
function mailOf(template: MailTemplate, value = "Ada", more: Partial<OwedMail> = {}): OwedMail {
  const { values, secrets } = MAIL_TEMPLATES[template];
  const to = "ada@example.com";
  const texts = Object.fromEntries(secrets.map((name) => [name, SECRETS[name]]));
  return owedMail({
    to,
    template,
    values: Object.fromEntries(values.map((name) => [name, value])),
    ...(secrets.length > 0 && { sealed: sealer.seal(JSON.stringify(texts), to) }),
    ...more,
  });
}

const TEMPLATES = Object.keys(MAIL_TEMPLATES) as MailTemplate[];
for (const template of TEMPLATES) {
  test(`mail: ${template} -> its values and secrets stand in it, each once, and the server's address`, () => {
    const mail = mailOf(template, "Lovelace");
    const { subject, text, to, messageId, dateMs } = write(mail);
    assert.deepEqual([to, dateMs], ["ada@example.com", MAIL_MS]);
    assert.equal(messageId, `${mail.effectId}@platform.example`);
    assert.match(subject, /^[\x20-\x7e]{10,78}$/);
    const { values, secrets } = MAIL_TEMPLATES[template];
    assert.equal(text.split("Lovelace").length - 1, values.length);
    for (const name of secrets) assert.equal(text.split(SECRETS[name] as string).length, 2, name);
    assert.doesNotMatch(`${subject}${text}`, /undefined/);
    assert.match(text, /https:\/\/platform\.example\. Answers to it are not read\.\n$/);
    assert.doesNotMatch(subject, /042137|token/);
  });
}

test("mail: its end -> told in UTC; without one -> nothing is told of it", () => {
  const until = write(mailOf("login_code", "Ada", { expiresAtMs: MAIL_MS + 600_000 })).text;
  assert.match(until, /It works until 2026-11-23 14:15 UTC\./);
  assert.doesNotMatch(write(mailOf("login_code")).text, /It works until/);
});

test("mail: a code of twelve digits -> whole, and why; of six -> no such line", () => {
  const sealed = sealedFor(ADA, '{"code":"042137991104"}');
  const long = write(mailOf("password_reset_code", "Ada", sealed)).text;
  assert.match(long, /^Your code: 042137991104$/m);
  assert.match(long, /twelve digits/);
  assert.doesNotMatch(write(mailOf("password_reset_code")).text, /twelve digits/);
});

test("mail: a code for somebody who signs up -> nothing in it was chosen by whoever asked", () => {
  assert.deepEqual(MAIL_TEMPLATES.signup_code.values, []);
});

const NAMES: [string, string][] = [
  ["Ada Lovelace", "Ada Lovelace"],
  ["  Zoë\tKöhler  ", "Zoë Köhler"],
  ["Ada\r\nBcc: eve@example.com", "Ada Bcc: eve at example. com"],
  ["Ada\u0000\u001b[31m", "Ada [31m"],
  ["Ada\u2028\u2029\u0085X", "Ada X"],
  ["\u202eadA", "adA"],
  ["Go to https://evil.example/x", "Go to https: /evil. example/x"],
  ["www.evil.example", "www. evil. example"],
  ["evil．example", "evil. example"],
  ["evil。example", "evil. example"],
  ["http://localhost", "http: /localhost"],
  ["javascript:alert(1)", "javascript: alert(1)"],
  ["Acme Inc.", "Acme Inc."],
  ["", "(without a name)"],
  ["\u200b\u200d", "(without a name)"],
];
for (const [name, shown] of NAMES) {
  test(`mail name: ${JSON.stringify(name)} -> ${JSON.stringify(shown)}`, () => {
    assert.equal(shownName(name), shown);
  });
}

test(`mail name: ${SHOWN_NAME_CHARACTERS_MAX} characters, and one more -> the last is cut`, () => {
  const longest = "ü".repeat(SHOWN_NAME_CHARACTERS_MAX);
  assert.deepEqual([shownName(longest), shownName(`${longest}x`)], [longest, longest]);
  const faces = "😀".repeat(SHOWN_NAME_CHARACTERS_MAX + 1);
  assert.equal(shownName(faces), "😀".repeat(SHOWN_NAME_CHARACTERS_MAX));
});

test("mail name: any text -> one line, bounded, in which no link, address or control character is", () => {
  const parts = fc.oneof(
    fc.string({ unit: CODE_POINT }),
    fc.constantFrom("\r\n", ".", "@", "://", "https://a.b", "www.a.b", "a@b.c", "\u202e", "。"),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 20 }), (all) => {
      const shown = shownName(all.join(""));
      assert.ok([...shown].length >= 1 && [...shown].length <= SHOWN_NAME_CHARACTERS_MAX);
      assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}@]|\.\S|:\S|\/\//u);
    }),
  );
});

test("mail: names that would be lines or headers, in every template -> as many lines as with a plain name", () => {
  const attack = "Eve\r\n\r\nYour code: 999999\r\nBcc: eve@example.com";
  for (const template of TEMPLATES) {
    const [plain, attacked] = [write(mailOf(template)), write(mailOf(template, attack))];
    assert.equal(attacked.text.split("\n").length, plain.text.split("\n").length, template);
    assert.doesNotMatch(attacked.subject, /[\r\n]/);
    assert.doesNotMatch(attacked.text, /^Bcc|^Your code: 999999|\r/m);
  }
});

const sealedFor = (owner: string, text: string) => ({ sealed: sealer.seal(text, owner) });
const ADA = "ada@example.com";
const UNUSABLE: [string, Partial<OwedMail>, MailUnusable["fault"]][] = [
  ["an address that is two", { to: "ada@example.com, eve@example.com" }, "invalid_mail"],
  ["a template of another version", { template: "greeting" as MailTemplate }, "invalid_mail"],
  ["a template that every object has", { template: "toString" as MailTemplate }, "invalid_mail"],
  ["a value too few", { values: {} }, "invalid_mail"],
  ["no effect's id", { effectId: "eff_1" }, "invalid_mail"],
  ["secrets that are sealed for another", sealedFor("eve@example.com", "{}"), "invalid_mail"],
  ["secrets that were changed", { sealed: `${sealer.seal("{}", ADA)}A` }, "invalid_mail"],
  ["no secrets", sealedFor(ADA, "{}"), "invalid_mail"],
  ["a code that is none", sealedFor(ADA, '{"code":"12345\\n6"}'), "invalid_mail"],
  ["a key that is gone", { sealed: otherSealer().seal('{"code":"123456"}', ADA) }, "seal_key_gone"],
];
for (const [what, change, fault] of UNUSABLE) {
  test(`mail: ${what} -> ${fault}, and the message has no secret`, () => {
    assert.throws(
      () => write(mailOf("login_code", "Ada", change)),
      (error: Error) => {
        assert.ok(error instanceof MailUnusable);
        assert.equal(error.fault, fault);
        assert.doesNotMatch(error.message, /12345|042137/);
        return true;
      },
    );
  });
}

for (const link of ["javascript:alert(1)", "https://a b", "https://a\r\nBcc: b", "/x", "ftp://x"]) {
  test(`mail: an invitation to ${JSON.stringify(link)} -> invalid_mail`, () => {
    const change = sealedFor(ADA, JSON.stringify({ link }));
    assert.throws(() => write(mailOf("invitation", "Ada", change)), MailUnusable);
  });
}

function otherSealer() {
  return openSealer(SealKeys.of([randomBytes(32)]));
}
