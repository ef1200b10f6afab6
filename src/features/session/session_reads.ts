/** Sessions as reads show them. */
import { ownCredentials } from "../credential_use/own_credentials.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { sessionResource, sessions } from "./session_noun.ts";

export const ownSessions = ownCredentials(sessions, PLATFORM_TABLE.sessionByUser, sessionResource);
