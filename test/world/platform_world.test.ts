/** The platform shard of tests: its people, companies and Products, and a replay of all of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { enrolTotp, newCompany, newPerson, newProduct } from "./people.ts";
import { openPlatformWorld, platformTools } from "./platform_world.ts";

test("platform world: a company, its owner, a second factor, a Product -> there, and replayed", async () => {
  const world = await openPlatformWorld();
  const company = await newCompany(world, "Acme", { requireMfa: true });
  const owner = await newPerson(world, company);
  const { secret, recoveryCodes } = enrolTotp(world, owner.userId);
  const { productId } = await newProduct(world, company);
  const { users, products, sessions, members } = world.state;
  const totp = users.find(users.keyOf(owner.userId))?.totp;
  assert.equal(platformTools(0).opened(totp?.sealed ?? "", owner.userId), secret);
  assert.equal(recoveryCodes.length, 10);
  assert.equal(products.find(productId)?.tenantId, company.tenantId);
  assert.equal(sessions.inGroup("user", owner.userId).length, 1);
  assert.equal(members.inGroup("user", owner.userId)[0]?.role, "owner");
  assert.equal(owner.session.requiresMfa, true);
});
