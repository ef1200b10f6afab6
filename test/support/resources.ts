/** For the tests of isolation: one thing of each noun, made over REST as the cases of the nouns say. */
import type { Resources } from "./isolation.ts";
import { type CompanyAccess, NOUN_CASES, type ProductAccess } from "./noun_cases.ts";

/** The things of a Product, by the names of the parameters that name them. */
export async function resourcesOfProduct(access: ProductAccess): Promise<Resources> {
  const own: Resources = { productId: access.client.productId };
  for (const { made } of NOUN_CASES) Object.assign(own, await made?.(access, own));
  return own;
}

/** The same, and the things of the company. */
export async function resourcesOfCompany(access: CompanyAccess): Promise<Resources> {
  const own = await resourcesOfProduct(access);
  for (const { madeByFounder } of NOUN_CASES) {
    Object.assign(own, await madeByFounder?.(access, own));
  }
  return own;
}
