/** Programs to begin with: two worked examples of the language, and five Products that people know. */
import type { Program } from "./program_schema.ts";
import invoice from "./templates/invoice.json" with { type: "json" };
import loan from "./templates/loan.json" with { type: "json" };
import marketplace from "./templates/marketplace.json" with { type: "json" };
import membership from "./templates/membership.json" with { type: "json" };
import savingsPot from "./templates/savings_pot.json" with { type: "json" };
import sellerPayouts from "./templates/seller_payouts.json" with { type: "json" };
import wallet from "./templates/wallet.json" with { type: "json" };

export type Template = {
  templateId: string;
  name: string;
  description: string;
  source: Program;
};

/** In the order in which they are listed: by id. Each is a program without errors. */
export const TEMPLATES: readonly Template[] = [
  template(
    "invoice",
    invoice,
    "An invoice that is paid in parts into an account of its own, and settled with a fee.",
  ),
  template(
    "loan",
    loan,
    "An instalment loan: a decision, a payout, and monthly collections under a consent.",
  ),
  template("marketplace", marketplace),
  template("membership", membership),
  template("savings_pot", savingsPot),
  template("seller_payouts", sellerPayouts),
  template("wallet", wallet),
];

/** `source`: TypeScript reads the words of a JSON file as texts, so a test holds that it is a program. */
function template(
  templateId: string,
  source: { name: string; description?: string },
  description = source.description ?? "",
): Template {
  return { templateId, name: source.name, description, source: source as unknown as Program };
}
