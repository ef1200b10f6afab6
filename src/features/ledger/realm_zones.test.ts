/** The zones of realms over a real journal: a start has them again, from the state and from the log alone. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { directoryOf, NAMES, openJournal } from "../../../test/support/shard/open_journal.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { zoneTableOf } from "../../rails/zone_offsets.ts";
import { recover } from "../../shard/recovery.ts";
import { systemCommand } from "../../shard/system_command.ts";

async function openedAt(path: string) {
  const open = await openJournal(path, { nowMs: () => START_MS });
  await recover(open.journal, open, () => {});
  open.journal.openRealm(NAMES, START_MS);
  const { journal } = open;
  const realm = journal.realms.get(realmKeyOf(NAMES));
  assert.ok(realm !== undefined);
  return { ...open, realm, calendar: journal.state.calendars.of(realm.number) };
}

for (const stored of [false, true]) {
  const where = stored ? "in the state" : "in the log alone";
  test(`realm zones: a start with them ${where} -> the same ends of months`, async (t) => {
    const path = directoryOf(t);
    const first = await openedAt(path);
    for (const name of ["Asia/Tokyo", "Europe/Berlin"]) {
      const zone = zoneTableOf(name, START_MS);
      const command = systemCommand("product.time_zone.tell", { zone }, first.realm, "platform", 0);
      assert.equal(first.journal.execute(command).status, 200);
    }
    await first.committed();
    await first.store.write(first.journal.drain(first.commit.durable));
    await first.close();
    if (!stored) rmSync(join(path, "state"), { recursive: true });
    const { calendar, close } = await openedAt(path);
    assert.equal(calendar.endOf("2026-01"), Date.UTC(2026, 1));
    assert.equal(calendar.endOf("2026-02"), Date.UTC(2026, 1, 28, 23));
    await close();
  });
}
