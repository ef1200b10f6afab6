/** For tests: a company whose Product has months on a ledger shard. */
import { realmKeyOf } from "../../../../src/contract/declare/principal.ts";
import { SHARD_TABLE } from "../../../../src/contract/tables/shard_table_codes.ts";
import type { Snapshot } from "../../../../src/contract/tables/snapshot.ts";
import { advanceClock, at, DAY_MS, openAccount } from "../../../world/parties.ts";
import { newCompany, newPerson, newProduct } from "../../../world/people.ts";
import type { PlatformWorld } from "../../../world/platform_world.ts";
import { alteredView } from "../../../world/reading.ts";
import { openWorld } from "../../../world/world.ts";

/** The months of the sandbox that are over, newest first. */
export const MONTHS = ["2026-03", "2026-02", "2026-01"] as const;

/** The company has a Product in which 10 cents came in January, and the clock of its sandbox stands in April. */
export async function companyOfMonths(world: PlatformWorld) {
  const company = await newCompany(world);
  const owner = await newPerson(world, company, { email: "ada@example.com" });
  const { productId } = await newProduct(world, company);
  const ledger = await openWorld();
  openAccount(ledger, { fundedMinor: 10n });
  advanceClock(ledger, at(60 * DAY_MS));
  const view = await ledger.snapshot();
  const own = realmKeyOf({ tenantId: company.tenantId, productId, environment: "sandbox" });
  const asIn = realmKeyOf(ledger.principal);
  // The ledger has one Product of an id of its own, which stands for that of the company.
  const shard = alteredView(view, {
    get: (table, realm, key) =>
      view.get(table, realm, table === SHARD_TABLE.realm && key === own ? asIn : key),
  });
  const stranger = await newPerson(world, await newCompany(world), { email: "b@example.com" });
  const realm = ledger.realmOf(ledger.caller);
  const { tenantId } = company;
  return { owner, stranger, productId, tenantId, shard, realm, shardAt: () => shard };
}

/** The shard with one of the days of the ledger altered, so that no statement of its month agrees with it. */
export function withAlteredDays(shard: Snapshot, table: number, value: Uint8Array): Snapshot {
  return alteredView(shard, {
    ascend: (code, realm, range) =>
      code === table
        ? [...shard.ascend(code, realm, range)].map(({ key }) => ({ key, value }))
        : shard.ascend(code, realm, range),
  });
}
