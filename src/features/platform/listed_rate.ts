/** What the operator says to end an agreement about a rate. */

/** The rate that ends an agreement: the price is that of the Build or of the list again. */
export const LISTED = "listed";
