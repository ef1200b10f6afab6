/** The words of the platform: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const platformWords: NounWords = {
  done: {
    "platform.account_funding.create": "Booked money that arrived for an account",
    "platform.account_release.create": "Booked money that left a closed Product",
    "platform.api_key.create": "Made an API key",
    "platform.api_key.revoke": "Revoked an API key",
    "platform.collection.correct": "Booked what a bank has done with a collection",
    "platform.company.create": "Made the company",
    "platform.compliance_outcome.create": "Decided, as compliance, about a customer's access",
    "platform.customer.activate": "Activated a customer",
    "platform.entity.erase": "Erased what was submitted of an entity",
    "platform.entity.reinstate": "Made an entity active again",
    "platform.entity.restrict": "Restricted an entity",
    "platform.entity.suspend": "Suspended an entity",
    "platform.personal_access_token.create": "Made a personal access token for a member",
    "platform.personal_access_token.revoke": "Ended a member's personal access token",
    "platform.payout.correct": "Booked what a bank has done with a payout",
    "platform.payout_limit.remove": "Removed a limit of payouts",
    "platform.payout_limit.set": "Limited payouts",
    "platform.product.create": "Made a Product",
    "platform.product.rate.agree": "Recorded an agreed price of a Product",
    "platform.product.update": "Changed a Product",
    "platform.session.revoke": "Ended a member's session",
    "platform.tenant.create": "Made the company",
    "platform.user.mfa.reset": "Took away a member's second factor",
    "platform.beneficiary.erase": "Erased what was known of a beneficiary",
    "platform.closing.settle": "Closed a Product",
    "platform.product.activation.decide": "Decided about live for a Product",
  },
};
