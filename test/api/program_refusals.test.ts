/**
 * What a program says against a call, over HTTP: each code of objects, references, decisions and consents with the
 * condition that leads to it and its details. Every row has a Product and a customer of its own.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, type Document, expect, openClient, type Reply } from "../support/client.ts";
import { DEAL_PROGRAM, WITHOUT_DEALS } from "../support/features/object/deals.ts";
import { consentDraft, newCustomer } from "../support/parties.ts";
import { applyBuild, keyOfProduct, productOf, verifiedCustomer } from "../support/programs.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const DAY_MS = 24 * 3_600_000;
const COMPANY = { kind: "organization", displayName: "Engines Ltd", country: "GB" };
let server: Server;
let founder: Client;

before(async () => {
  server = await sharedServer();
  const { personalAccessToken: apiKey } = server.demo.founder;
  founder = await openClient(server, { productId: "", apiKey });
});
after(async () => {
  founder.close();
});

/** A Product of deals, a client whose deals it has, another customer, and what a deal refers to. */
class Scene {
  readonly client: Client;
  readonly ada: string;
  readonly bob: string;
  readonly place: string;
  readonly thing: string;
  readonly item: string;

  private constructor(client: Client, parties: string[], things: string[]) {
    this.client = client;
    [this.ada = "", this.bob = ""] = parties;
    [this.place = "", this.thing = "", this.item = ""] = things;
  }

  static async open(): Promise<Scene> {
    const productId = await productOf(founder, DEAL_PROGRAM, "Deals");
    const client = await keyOfProduct(server, founder, { productId });
    const ada = await verifiedCustomer(client, { currency: "EUR", fund: "10000" });
    const bob = await verifiedCustomer(client, { currency: "EUR" });
    const things = [];
    for (let count = 0; count < 3; count++) things.push(await newItem(client, ada.customerId));
    return new Scene(client, [ada.customerId, bob.customerId], things);
  }

  /** Asks for a deal of which nothing is wrong but for the changes. */
  draft(change: object = {}): Promise<Reply> {
    const { ada: client, bob: other, place, item } = this;
    const lines = [{ part: "100" }];
    const plain = { client, other, currency: "EUR", total: "100", more: "50", lines, place, item };
    const fields: { client: string } & Document = { ...plain, ...change };
    const body = { fields, onBehalfOf: fields.client };
    return this.client.post(this.path("deal"), body);
  }

  /** A deal of which nothing is wrong but for the changes. */
  async deal(change: object = {}): Promise<string> {
    return expect(await this.draft(change), 201).id("objectId");
  }

  /** A deal whose decision was resolved so. */
  async decided(outcome: "approve" | "decline", change: object = {}): Promise<string> {
    const deal = await this.deal(change);
    const decisionId = await this.asked(deal);
    expect(await this.client.post(`/decisions/${decisionId}/resolve`, { outcome }), 200);
    return deal;
  }

  /** The decision that a call asks for. */
  async asked(deal: string): Promise<string> {
    const asked = expect(await this.client.post(this.path("deal", deal, "ask"), {}), 200);
    return asked.id("outcome.decisions.0.decisionId");
  }

  /** Calls `go`, of which nothing is wrong but for the changes. */
  go(deal: string, change: object = {}): Promise<Reply> {
    return this.call(deal, "go", { amount: "50", flag: true, thing: this.thing, ...change });
  }

  call(deal: string, action: string, input?: object): Promise<Reply> {
    const body = { onBehalfOf: this.ada, ...(input && { input }) };
    return this.client.post(this.path("deal", deal, action), body);
  }

  async consent(change: object = {}): Promise<string> {
    const draft = consentDraft(this.client, this.ada, change);
    return expect(await this.client.post("/consents", draft), 201).id("consentId");
  }

  async advance(days: number): Promise<void> {
    const { productId } = this.client;
    const at = await timeIn(this.client, days);
    expect(await this.client.post("/sandbox/clock/advance", { productId, at }), 200);
  }

  path(kind: string, objectId?: string, action?: string): string {
    const { productId } = this.client;
    const parts = [
      `/products/${productId}/objects/${kind}`,
      objectId,
      action && `actions/${action}`,
    ];
    return parts.filter((part) => part !== undefined).join("/");
  }
}

async function newItem(client: Client, owner: string): Promise<string> {
  const path = `/products/${client.productId}/objects/item`;
  const fields = { owner, currency: "EUR" };
  return expect(await client.post(path, { fields }), 201).id("objectId");
}

/** The time of the sandbox some days from now. */
async function timeIn(client: Client, days: number): Promise<string> {
  const clock = expect(await client.get(`/products/${client.productId}/sandbox-clock`), 200);
  return new Date(Date.parse(clock.id("effectiveAt")) + days * DAY_MS).toISOString();
}

type Row = {
  condition: string;
  code: string;
  /** Details beside those that the contract demands, which the client compares. */
  details?: object;
  send: (scene: Scene) => Promise<Reply>;
};

const OBJECT_ROWS: readonly Row[] = [
  {
    condition: "an object of another kind",
    code: "noun_instance_not_found",
    details: { kind: "deal" },
    send: (scene) => scene.client.get(scene.path("deal", scene.item)),
  },
  {
    condition: "a kind that the Build gives up",
    code: "noun_retired",
    details: { kind: "deal" },
    async send(scene) {
      await applyBuild(founder, scene.client.productId, WITHOUT_DEALS);
      return scene.draft();
    },
  },
  {
    condition: "an action of another state",
    code: "invalid_noun_transition",
    details: { kind: "deal", action: "end", state: "fresh", allowed: ["done"] },
    send: async (scene) => scene.client.post(scene.path("deal", await scene.deal(), "end"), {}),
  },
  {
    condition: "the operator calls what is the customer's",
    code: "port_actor_not_allowed",
    details: { action: "go", actor: "operator", ports: ["client"] },
    async send(scene) {
      const input = { amount: "50", flag: true, thing: scene.thing };
      return scene.client.post(scene.path("deal", await scene.deal(), "go"), { input });
    },
  },
  {
    condition: "a subject that is no customer of the Product",
    code: "noun_subject_not_found",
    details: { field: "client", subjectId: "cust_unknown" },
    send: (scene) => scene.draft({ client: "cust_unknown" }),
  },
  {
    condition: "an organization where the program wants a person",
    code: "noun_subject_kind_forbidden",
    details: { kind: "organization", allowed: ["person"] },
    async send(scene) {
      const { client } = scene;
      const body = { productId: client.productId, test: true, entity: COMPANY };
      const made = expect(await client.post("/customers", body), 201);
      return scene.draft({ client: made.id("customerId") });
    },
  },
  {
    condition: "a client whom nobody has verified",
    code: "kyc_tier_insufficient",
    send: async (scene) => scene.draft({ client: await newCustomer(scene.client) }),
  },
  {
    condition: "a decision that was declined",
    code: "noun_decision_declined",
    send: async (scene) => scene.go(await scene.decided("decline")),
  },
  {
    condition: "a decision whose deadline passed",
    code: "noun_decision_timeout",
    async send(scene) {
      const deal = await scene.deal();
      await scene.asked(deal);
      await scene.advance(2);
      return scene.go(deal);
    },
  },
  {
    condition: "more than is left",
    code: "noun_remainder_exceeded",
    details: { remainder: "left", left: "100", requested: "101" },
    send: async (scene) => scene.go(await scene.decided("approve"), { amount: "101" }),
  },
  {
    condition: "parts that do not add up to the whole",
    code: "noun_partition_mismatch",
    details: { partition: "parts", whole: "100", sum: "99" },
    send: (scene) => scene.draft({ lines: [{ part: "60" }, { part: "39" }] }),
  },
  {
    condition: "a deal in another currency than the sum",
    code: "noun_aggregate_currency_mismatch",
    details: { aggregate: "volume", expected: "EUR", received: "USD" },
    send: async (scene) => scene.go(await scene.decided("approve", { currency: "USD" })),
  },
  {
    condition: "a sum of the Product beyond its cap",
    code: "noun_aggregate_cap_exceeded",
    details: { aggregate: "volume", cap: "1000", current: "0", requested: "1001" },
    send: async (scene) =>
      scene.go(await scene.decided("approve", { more: "600" }), { amount: "1001" }),
  },
  {
    condition: "a third open deal of one client",
    code: "noun_aggregate_cap_exceeded",
    details: { aggregate: "made", cap: "2", current: "2", requested: "1" },
    async send(scene) {
      for (const place of [scene.place, scene.thing]) await scene.deal({ place });
      return scene.draft({ place: await newItem(scene.client, scene.ada) });
    },
  },
  {
    condition: "more deals in the Product than the condition allows",
    code: "aggregate_condition_unmet",
    details: { aggregate: "seen", actual: "5" },
    async send(scene) {
      const deal = await scene.decided("approve");
      for (let count = 0; count < 4; count++) {
        const { customerId: client } = await verifiedCustomer(scene.client, { currency: "EUR" });
        await scene.deal({ client, place: await newItem(scene.client, client), item: undefined });
      }
      return scene.go(deal);
    },
  },
  {
    condition: "a limit of the program",
    code: "exposure_cap_exceeded",
    details: { cap: "pots", limit: "100", current: "0", requested: "101" },
    send: async (scene) => scene.call(await scene.deal(), "fill", { amount: "101" }),
  },
  {
    condition: "money in an own account that must be empty",
    code: "noun_account_not_drained",
    details: { balance: "60" },
    async send(scene) {
      const deal = await scene.decided("approve");
      expect(await scene.call(deal, "fill", { amount: "60" }), 200);
      return scene.go(deal);
    },
  },
  {
    condition: "a kind is given up while its objects hold money",
    code: "noun_account_not_drained",
    details: { balance: "60" },
    async send(scene) {
      expect(await scene.call(await scene.deal(), "fill", { amount: "60" }), 200);
      return founder.post(`/products/${scene.client.productId}/nouns/deal/retire`, {});
    },
  },
];

const REFERENCE_ROWS: readonly Row[] = [
  {
    condition: "no reference",
    code: "noun_reference_required",
    details: { field: "place" },
    send: (scene) => scene.draft({ place: undefined }),
  },
  {
    condition: "a reference to nothing",
    code: "noun_reference_not_found",
    details: { field: "place", kind: "item", objectId: "obj_unknown" },
    send: (scene) => scene.draft({ place: "obj_unknown" }),
  },
  {
    condition: "a reference to what is gone",
    code: "noun_reference_status_forbidden",
    details: { field: "place", state: "gone", allowed: ["ready"] },
    async send(scene) {
      expect(await scene.client.post(scene.path("item", scene.place, "drop"), {}), 200);
      return scene.draft();
    },
  },
  {
    condition: "a reference to what is another customer's",
    code: "noun_reference_incongruent",
    details: { field: "place", mismatched: ["subject"] },
    send: async (scene) => scene.draft({ place: await newItem(scene.client, scene.bob) }),
  },
  {
    condition: "a reference to what another object has claimed",
    code: "noun_reference_already_claimed",
    details: { field: "place" },
    async send(scene) {
      const claimedBy = await scene.deal();
      const refused = await scene.draft();
      assert.deepEqual(
        [refused.details["objectId"], refused.details["claimedBy"]],
        [scene.place, claimedBy],
      );
      return refused;
    },
  },
];

const CONSENT_ROWS: readonly Row[] = [
  {
    condition: "a consent that is not there",
    code: "consent_not_found",
    details: { consentId: "cons_unknown" },
    send: (scene) => scene.draft({ mandate: "cons_unknown" }),
  },
  {
    condition: "a consent of another customer",
    code: "consent_not_found",
    send: async (scene) => scene.draft({ mandate: await scene.consent({ customerId: scene.bob }) }),
  },
  {
    condition: "a consent that was revoked",
    code: "consent_revoked",
    async send(scene) {
      const mandate = await scene.consent();
      expect(await scene.client.post(`/consents/${mandate}/revoke`, { reason: "asked for" }), 200);
      return scene.draft({ mandate });
    },
  },
  {
    condition: "a consent whose time is over",
    code: "consent_expired",
    async send(scene) {
      const mandate = await scene.consent({ expiresAt: await timeIn(scene.client, 1) });
      await scene.advance(2);
      return scene.draft({ mandate });
    },
  },
  {
    condition: "a consent that waits for its evidence",
    code: "consent_not_active",
    details: { status: "pending" },
    send: async (scene) =>
      scene.draft({ mandate: await scene.consent({ evidence: { method: "browser" } }) }),
  },
];

const ROWS = [...OBJECT_ROWS, ...REFERENCE_ROWS, ...CONSENT_ROWS];

test("program refusals: each declared code of objects, references and consents -> has a row", () => {
  const declared = founder.contract.operations.flatMap(({ errorCodes }) => errorCodes);
  const ofPrograms = declared.filter((code) =>
    /^(noun|consent|aggregate|port|invalid_noun)_/.test(code),
  );
  const missing = ofPrograms.filter((code) => !ROWS.some((row) => row.code === code));
  assert.deepEqual([...new Set(missing)], []);
});

for (const { condition, code, details, send } of ROWS) {
  test(`program refusals: ${condition} -> ${code}, with its details`, async () => {
    const scene = await Scene.open();
    try {
      const refused = await send(scene);
      assert.equal(refused.code, code, refused.text);
      for (const [name, value] of Object.entries(details ?? {})) {
        assert.deepEqual(refused.details[name], value, `${name} of ${refused.text}`);
      }
    } finally {
      scene.client.close();
    }
  });
}
