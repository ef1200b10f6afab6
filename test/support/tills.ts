/** For tests over HTTP: a program whose actions collect by a mandate and pay out, and objects of it that count by their history what they were told. */
import { type Client, expect } from "./client.ts";
import { walk } from "./parties.ts";
import { followedBy } from "./programs/paid_out.ts";
import { productOf } from "./programs.ts";
import { admin, type Credentials, newCredentials, type Server } from "./server.ts";

export const TILL_KIND = "till";
const KIND = TILL_KIND;
const open = { from: ["open"], to: "open" };

/** What a bank has collected is paid out at once; each end calls an action of its own, in whatever order they come. */
export const TILL_PROGRAM = {
  language: "blueprint/1",
  name: "Tills",
  currencies: ["EUR"],
  nouns: {
    [KIND]: {
      subject: { field: "payer" },
      currency: "'EUR'",
      fields: {
        payer: { type: "customer", required: true, immutable: true },
        consent: { type: "consent", consentType: "collection", required: true },
        payee: { type: "beneficiary", required: true },
        amount: { type: "amount", required: true, immutable: true },
      },
      own: { pot: { currency: "'EUR'" } },
      states: { open: { initial: true }, over: { terminal: true } },
      actions: {
        collect: {
          ...open,
          moves: [
            {
              ...{ label: "in", amount: "fields.amount" },
              ...{ from: "fields.consent", to: "own.pot" },
              ...followedBy({ collected: "pay", failed: "notCollected", returned: "takenBack" }),
            },
          ],
        },
        pay: {
          ...open,
          moves: [
            {
              ...{ label: "out", amount: "fields.amount" },
              ...{ from: "own.pot", to: "fields.payee" },
              ...followedBy({
                ...{ posted: "paid", failed: "notPaid" },
                ...{ returned: "sentBack", cancelled: "notPaid" },
              }),
            },
          ],
        },
        notCollected: open,
        takenBack: open,
        paid: open,
        notPaid: open,
        sentBack: open,
        close: { from: ["open"], to: "over" },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: ["create", "collect", "close"].map((action) => `${KIND}.${action}`),
    },
    clock: {
      actors: ["clock"],
      allow: ["pay", "notCollected", "takenBack", "paid", "notPaid", "sentBack"].map(
        (action) => `${KIND}.${action}`,
      ),
    },
  },
};

/** The live credentials of a new Product of the demo company that runs the program. */
export async function liveProductOf(
  server: Server,
  founder: Client,
  source: object,
): Promise<Credentials> {
  const productId = await productOf(founder, source);
  const { tenantId } = expect(await founder.get("/tenant"), 200).body as { tenantId: string };
  await admin(server, "product set", { product: productId, live: "true" });
  return await newCredentials(server, { tenantId, productId, environment: "live" });
}

export type Till = { objectId: string; potId: string };

/** A new till of which nobody was asked yet. */
export async function newTill(client: Client, fields: Record<TillField, string>): Promise<Till> {
  const made = expect(await client.post(objectsPath(client, KIND), { fields }), 201);
  return { objectId: made.id("objectId"), potId: String(made.at("ownAccounts.0.accountId")) };
}
export type TillField = "payer" | "consent" | "payee" | "amount";

/** Calls an action of an object. */
export async function callOf(client: Client, kind: string, objectId: string, action: string) {
  const path = `${objectsPath(client, kind, objectId)}/actions/${action}`;
  return expect(await client.post(path, {}), 200);
}

/** The path of an object, or of all of its kind. */
export const objectsPath = (
  { productId }: Pick<Client, "productId">,
  kind: string,
  objectId?: string,
): string =>
  `/products/${productId}/objects/${kind}${objectId === undefined ? "" : `/${objectId}`}`;

/** The actions of an object in their order, without its creation. */
export async function actionsOf(client: Client, kind: string, objectId: string) {
  const history = await walk(client, `${objectsPath(client, kind, objectId)}/history`);
  return history
    .map(({ action }) => String(action))
    .reverse()
    .slice(1);
}

/** The only payout, or collection, of an object. */
export async function onlyOf(
  client: Client,
  what: "payouts" | "collections",
  objectId: string,
): Promise<Readonly<Record<string, string>>> {
  const list = `/${what}?productId=${client.productId}&objectId=${objectId}`;
  const [one, ...more] = expect(await client.get(list), 200).items();
  if (one === undefined || more.length > 0) throw new Error(`${objectId} has one of ${what}`);
  return one as Readonly<Record<string, string>>;
}
