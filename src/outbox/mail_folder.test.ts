/** Mails as files: whole, for their owner alone, and not more than are kept. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { headerOf, owedMail, plainMail } from "../../test/support/outbox/mail_server.ts";
import { MailFolder } from "./mail_folder.ts";
import { MailFailed } from "./mail_transport.ts";
import { writtenMail } from "./written_mail.ts";

function newFolder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "mail-folder-"));
  t.after(() => rmSync(path, { recursive: true }));
  return join(path, "mail");
}

test("mail folder: a mail -> one file of its time and effect, RFC 5322, for its owner alone", async (t) => {
  const path = newFolder(t);
  const names: string[] = [];
  const mail = plainMail({ values: { name: "Zoë" } });
  await new MailFolder(path, (name) => names.push(name)).deliver(mail);
  const name = `20261123T140500000Z_${mail.effectId}.eml`;
  assert.deepEqual([readdirSync(path), names], [[name], [name]]);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.equal(statSync(join(path, name)).mode & 0o777, 0o600);
  const text = readFileSync(join(path, name), "utf8");
  assert.equal(headerOf(text, "To"), "ada@example.com");
  assert.equal(headerOf(text, "From"), "no-reply@platform.example");
  assert.equal(headerOf(text, "Message-ID"), `<${mail.effectId}@platform.example>`);
  assert.equal(headerOf(text, "Date"), "Mon, 23 Nov 2026 14:05:00 +0000");
  assert.equal(headerOf(text, "Auto-Submitted"), "auto-generated");
  assert.match(headerOf(text, "Content-Type") ?? "", /^text\/plain; charset=utf-8/);
  assert.equal(headerOf(text, "Content-Transfer-Encoding"), "8bit");
  assert.match(text, /Hello Zoë,/);
  assert.doesNotMatch(text.replaceAll("\r\n", ""), /[\r\n]/);
});

test("mail folder: an invitation -> its link is a line of the file, to be copied as it stands", async (t) => {
  const path = newFolder(t);
  const link = `https://platform.example/console/invitations#token=${"a1_-".repeat(40)}=`;
  const until = Date.UTC(2026, 11, 1);
  const values = { company: "Zoë & Co = 1", role: "developer" };
  const mail = writtenMail(owedMail({ template: "invitation", values, expiresAtMs: until }), {
    from: "no-reply@platform.example",
    baseUrl: "https://platform.example",
    open: () => ({ text: JSON.stringify({ link }) }),
  });
  await new MailFolder(path, () => {}).deliver(mail);
  const [name = ""] = readdirSync(path);
  const [, ...lines] = readFileSync(join(path, name), "utf8").split("\r\n");
  assert.ok(lines.includes(link), lines.join("\n"));
  assert.ok(lines.includes('The company "Zoë & Co = 1" invites you, with the role developer.'));
});

test("mail folder: the same mail again -> the same file", async (t) => {
  const path = newFolder(t);
  const folder = new MailFolder(path, () => {});
  await folder.deliver(plainMail());
  await folder.deliver(plainMail());
  assert.equal(readdirSync(path).length, 1);
});

test("mail folder: one more than are kept -> the oldest goes; other files stay", async (t) => {
  const path = newFolder(t);
  const folder = new MailFolder(path, () => {}, 2);
  await folder.deliver(plainMail({}, 0));
  writeFileSync(join(path, "notes.txt"), "mine");
  for (const sub of [1, 2]) await folder.deliver(plainMail({}, sub));
  const kept = [1, 2].map((sub) => plainMail({}, sub).effectId);
  const names = readdirSync(path).sort();
  assert.equal(names.length, 3);
  assert.ok(kept.every((effectId, at) => names[at]?.includes(effectId)));
  assert.equal(names[2], "notes.txt");
});

test("mail folder: a folder that cannot be made -> file_failed, which is not final", async (t) => {
  const path = newFolder(t);
  writeFileSync(path, "a file");
  await assert.rejects(new MailFolder(path, () => {}).deliver(plainMail()), (error: Error) => {
    assert.ok(error instanceof MailFailed);
    assert.deepEqual([error.fault, error.isFinal], ["file_failed", false]);
    return true;
  });
});
