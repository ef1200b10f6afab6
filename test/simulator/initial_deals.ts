/** Deals that are under way in the initial data of a realm: one has paid somebody at a bank, another has asked a bank for money. */
import { duesOf } from "./deal_requests.ts";
import type { Run } from "./initial_data.ts";
import { ASKING_AMOUNTS, mandateOfChance } from "./mandate_requests.ts";
import type { Realm } from "./model/model.ts";
import type { ProgramPart } from "./model/program_part.ts";
import type { Random } from "./random.ts";

/** Nothing is made where no mandate is proven, or nobody can be paid yet. */
export async function furnishDeals(random: Random, realm: Realm, run: Run): Promise<void> {
  const { productId, bank, program } = realm;
  const mandate = mandateOfChance(random, realm);
  const all = [...bank.beneficiaries.values()].map((versions) => versions.at(-1)?.value);
  const payee = all.find((each) => each?.ownerType === "third_party" && each.rail === "sepa");
  if (mandate === undefined || payee?.status !== "active") return;
  const consent = (program as ProgramPart).consents.get(mandate)?.at(-1)?.value;
  const { customerId: member = "" } = consent ?? {};
  const given = { member, payee: payee.beneficiaryId, mandate };
  const named = { productId, kind: "deal" };
  const made = async (fee: string) => {
    const fields = { ...given, dues: duesOf(random), fee, count: 1 + random.below(2) };
    const { objectId = "" } = await run("object.create", { ...named, fields });
    return objectId;
  };
  const call = (objectId: string, action: string, amount: string, onBehalfOf?: string) =>
    run("object.action.call", {
      ...{ ...named, objectId, action, input: { amount } },
      ...(onBehalfOf !== undefined && { onBehalfOf }),
    });
  const paying = await made("0");
  await call(paying, "put", "19904", member);
  await call(paying, "pay", random.pick(["9905", "9905", ...ASKING_AMOUNTS]));
  await call(await made("0"), "ask", random.pick(["9904", "9904", ...ASKING_AMOUNTS]));
  // Its first row asks the bank at once.
  await call(await made(duesOf(random)), "put", "9904", member);
}
