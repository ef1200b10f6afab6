/** What becomes of a mail stands in a record of the realm that owed it, and nothing is owed then. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Type } from "@sinclair/typebox";
import { directoryOf, openJournalOf } from "../../../test/support/shard/open_journal.ts";
import { EFFECT_SETTLED } from "../../contract/declare/effect.ts";
import { noEvents } from "../../contract/declare/event.ts";
import { type Feature, registryOf } from "../../contract/declare/feature.ts";
import type { MailOutcome } from "../../contract/declare/mail.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PLATFORM_NAMES, PLATFORM_REALM_KEY } from "../../contract/records/platform_realm.ts";
import { systemCommand } from "../../shard/system_command.ts";
import { PLATFORM_FEATURES } from "../registry.ts";
import { mailTo } from "./mail_effect.ts";

/** An operation that has a mail sent. */
const tell = {
  operations: [
    declareWrite<object>()({
      id: "told.create",
      summary: "Tell by mail",
      http: { method: "POST", path: "/told", status: 201 },
      principals: ["system"],
      scope: undefined,
      refusals: [],
      events: [],
      output: Type.Object({}),
      decide() {
        const values = { name: "Ada" };
        const mail = mailTo({ to: "ada@example.com", template: "password_changed", values });
        return { ...accept([{ kind: "told.1" }], {}), effects: [mail] };
      },
    }),
  ],
  facts: { "told.1": () => {} },
  eventsOf: { "told.1": noEvents },
} satisfies Feature<object>;

const OUTCOMES: MailOutcome[] = [
  { status: "sent", attempts: 2 },
  { status: "given_up", attempts: 7, code: "connection_failed" },
];
for (const outcome of OUTCOMES) {
  test(`mail.settle: ${outcome.status} -> a record that says so, and nothing is owed`, async (t) => {
    const journal = await openedWith(t);
    const realm = journal.realms.get(PLATFORM_REALM_KEY);
    assert.ok(realm !== undefined);
    const { suffix, place = 0 } = journal.execute(
      systemCommand("told.create", {}, realm, "platform", 0),
    );
    const effectId = `eff_${suffix}`;
    assert.ok(journal.effects.isOwed(effectId));
    const settle = systemCommand("mail.settle", { outcome }, realm, "platform", place);
    const { status, facts } = journal.execute({ ...settle, settles: effectId });
    assert.equal(status, 200);
    assert.deepEqual(facts, [
      { kind: "mail.settled.1", ...outcome },
      { kind: EFFECT_SETTLED, effectId },
    ]);
    assert.equal(journal.effects.size, 0);
  });
}

async function openedWith(t: TestContext) {
  const open = await openJournalOf(directoryOf(t), {
    registry: registryOf([...PLATFORM_FEATURES, tell]),
    onBug: (what, cause) => {
      throw new Error(what, { cause });
    },
  });
  t.after(() => open.close());
  open.journal.openRealm(PLATFORM_NAMES, 0);
  return open.journal;
}
