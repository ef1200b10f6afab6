/** tenant.audit_event.list: whose changes a company sees, and by which filters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { tenantAuditEventList } from "./tenant.audit_event.list.ts";
import { tenantCurrentUpdate } from "./tenant.current.update.ts";
import { tenantMemberUpdate } from "./tenant.member.update.ts";

const SECOND = 1_000;
/** The operator makes the companies of this world. */
const MAKING = "platform.tenant.create";

function operationsIn(reply: { items: { operation: string }[] }): string[] {
  return operationsOf(reply.items);
}

function operationsOf(items: readonly { operation: string }[]): string[] {
  return items.map(({ operation }) => operation);
}

platformTable(tenantAuditEventList, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const admin = await newPerson(world, company, { role: "admin" });
    const other = await newPerson(world, await newCompany(world), { email: "b@example.com" });
    await world.made(tenantCurrentUpdate, { name: "Acme Ltd" }, { caller: owner.session });
    world.nowMs += SECOND;
    const input = { memberId: admin.memberId, role: "viewer" };
    await world.made(tenantMemberUpdate, input, { caller: admin.session });
    await world.made(tenantCurrentUpdate, { name: "Other" }, { caller: other.session });
    return { owner, admin, other };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "two changes, and one of another company",
      outcome: "the own ones, newest first, with before, after, who and from where",
      check({ reply }, { owner, admin }) {
        assert.deepEqual(operationsIn(reply), [
          "tenant.member.update",
          "tenant.current.update",
          MAKING,
        ]);
        const [changed, renamed] = reply.items;
        assert.deepEqual(changed.actor, { type: "user", id: admin.userId });
        assert.deepEqual([changed.before.role, changed.after.role], ["admin", "viewer"]);
        assert.deepEqual(renamed.actor, { type: "user", id: owner.userId });
        assert.deepEqual([renamed.before.name, renamed.after.name], ["Acme", "Acme Ltd"]);
        assert.deepEqual(
          [renamed.ipAddress, renamed.userAgent, renamed.requestId, renamed.createdAt],
          ["203.0.113.7", "test/1", "request", "2026-01-31T09:30:00.000Z"],
        );
      },
    },
    {
      title: "by actor",
      input: ({ admin }) => ({ actorType: "user", actorId: admin.userId }),
      outcome: "what he has changed",
      check: ({ reply }) => assert.deepEqual(operationsIn(reply), ["tenant.member.update"]),
    },
    {
      title: "by a kind of actor",
      input: { actorType: "operator" },
      outcome: "what the operator has done",
      check: ({ reply }) => assert.deepEqual(operationsIn(reply), [MAKING]),
    },
    {
      title: "by a kind of actor that has changed nothing",
      input: { actorType: "agent" },
      outcome: "nothing",
      check: ({ reply }) => assert.deepEqual(reply.items, []),
    },
    {
      title: "by operation",
      input: { operation: "tenant.current.update" },
      outcome: "the change of the name",
      check: ({ reply }) => assert.deepEqual(operationsIn(reply), ["tenant.current.update"]),
    },
    {
      title: "by time",
      input: { createdFrom: "2026-01-31T09:30:01.000Z" },
      outcome: "what was changed since",
      check: ({ reply }) => assert.deepEqual(operationsIn(reply), ["tenant.member.update"]),
    },
    {
      title: "a page of one",
      input: { limit: "1" },
      outcome: "the newest, and a cursor",
      check({ reply }) {
        assert.deepEqual(operationsIn(reply), ["tenant.member.update"]);
        assert.equal(typeof reply.nextCursor, "string");
      },
    },
    { title: "a foreign cursor", input: { cursor: "x" }, code: "invalid_request" },
  ],
});

test("tenant.audit_event.list: a change of a person of two companies -> in both feeds, of neither the other is said", async () => {
  const world = await openPlatformWorld();
  const one = await newPerson(world, await newCompany(world, "One"));
  const two = await newPerson(world, await newCompany(world, "Two"), { email: "b@example.com" });
  const three = await newPerson(world, await newCompany(world, "Three"), {
    email: "c@example.com",
  });
  const tenants = [{ name: "One" }, { name: "Two" }];
  const person = { userId: one.userId, displayName: "Ada", tenants };
  const noted: AuditNoted = {
    kind: AUDIT_NOTED,
    tenantIds: [one.tenantId, two.tenantId],
    resource: { type: "user", id: one.userId },
    before: person,
    after: { ...person, displayName: "Ada King" },
    address: "",
    userAgent: "",
  };
  world.apply([noted]);
  const feedOf = async (caller: typeof one) =>
    (await world.found(tenantAuditEventList, {}, { caller: caller.session })).items;
  const [ofOne] = await feedOf(one);
  const [ofTwo, ...others] = await feedOf(two);
  assert.deepEqual(ofTwo, ofOne);
  assert.deepEqual([others, await feedOf(three)].map(operationsOf), [[MAKING], [MAKING]]);
  assert.deepEqual(ofOne.before, { userId: one.userId, displayName: "Ada" });
  assert.deepEqual(ofOne.after, { userId: one.userId, displayName: "Ada King" });
  assert.equal("ipAddress" in ofOne, false);
});

test("tenant.audit_event.list: page by page -> each event once", async () => {
  const world = await openPlatformWorld({ stepMs: 1 });
  const owner = await newPerson(world, await newCompany(world));
  const asking = { caller: owner.session };
  for (let at = 0; at < 5; at++) {
    await world.made(tenantCurrentUpdate, { name: `Acme ${at}` }, asking);
  }
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const input = { limit: "2", ...(cursor !== undefined && { cursor }) };
    const page = await world.found(tenantAuditEventList, input, asking);
    for (const { after } of page.items) names.push(after.name);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(names, ["Acme 4", "Acme 3", "Acme 2", "Acme 1", "Acme 0", "Acme"]);
});
