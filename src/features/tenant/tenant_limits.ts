/** How many people a company can have and invite. */

/** The most members that are in force. */
export const MEMBERS_MAX = 1_000;
/** The most invitations of a company that wait to be accepted: each is a mail to a stranger. */
export const PENDING_INVITATIONS_MAX = 100;
/** The most addresses and blocks that a company limits its members to. */
export const ALLOWED_CIDRS_MAX = 100;
