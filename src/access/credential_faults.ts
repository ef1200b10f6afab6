/**
 * What is wrong with the form of an `Authorization` header, said so that the holder of a key or of a
 * token finds the mistake. Looks at nothing but the header itself: what is said is the same whether or not a key with that
 * text ever existed, so it tells nothing of the keys of this server.
 * Guarantees: no message repeats any part of the header.
 */
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import { API_KEY_LENGTH } from "./api_key.ts";

type Refused = Refusal<"invalid_credentials">;

const SEND = "send Authorization: Bearer <API_KEY>";
const BEGINNINGS = "service_test_ or service_live_";

function refused(message: string): Refused {
  return Object.freeze(refuse("invalid_credentials", message));
}

/** The refusal of a request without the header. */
export const NO_CREDENTIAL = refused(
  `the header Authorization is absent; ${SEND} (no other header and no query parameter is looked at)`,
);

/**
 * The refusal of a text that has the form of a key and is no key of this server: one and the same for an
 * identity that is unknown and for a wrong secret.
 */
export const UNKNOWN_KEY = refused(
  "the key has the right form, and this server has no such key; check that the key was made by the server that this request was sent to",
);

const SPACED = refused("Bearer and the key stand too far apart; put one space between them");
const EMPTY = refused(`the header Authorization is empty; ${SEND}`);
const NO_KEY = refused(`the header Authorization has no key after Bearer; ${SEND}`);
const NO_BEARER = refused(`the key stands in Authorization without the word Bearer; ${SEND}`);
const TWO_BEARERS = refused(`the header Authorization says Bearer twice; ${SEND}`);
const OTHER_SCHEME = refused(`the header Authorization has another scheme than Bearer; ${SEND}`);
const PLACEHOLDER = refused(
  "a placeholder stands in Authorization in the place of the key; put your own key there",
);
const TWO_VALUES = refused(
  `the header Authorization has more than one value; send one key, without commas or spaces in it`,
);
const QUOTED = refused("the key stands in quotes or brackets; send it without them");
const KEY_ID = refused(
  `an id of a key was sent in the place of the key; the key itself begins with ${BEGINNINGS}, and is shown once, when it is made`,
);
const WEBHOOK_SECRET = refused(
  `a secret of a webhook was sent in the place of a key; a key begins with ${BEGINNINGS}`,
);
const CAPITALS = refused("the case of the key was changed; small letters and capitals differ");
const OTHER_KIND = refused(`this is no key of this platform; its keys begin with ${BEGINNINGS}`);
const OTHER_ENVIRONMENT = refused(
  `the key has an unknown beginning; keys begin with ${BEGINNINGS}`,
);
const OTHER_WORD = refused(
  "the text is of a session, a refresh token, a device or a code, and none of these is sent in Authorization",
);
const MISTYPED_TOKEN = refused(
  "the token is cut off, too long or mistyped: its last characters, which check the others, do not fit them; copy it again",
);
const STRANGE = refused(
  "the key has a character that no key has; keys have letters, digits and _ only",
);
const MISTYPED = refused(
  "the key is mistyped: its last characters, which check the others, do not fit them; copy it again",
);

/** What may stand between the scheme and the key. */
const SPACES = /^bearer {1,64}$/i;

/** The refusal of a header whose text is no key by its form. */
export function refuseForm(header: string): Refused {
  const text = header.trim();
  if (text === "") return EMPTY;
  const scheme = /^bearer(?:\s+|$)/i.exec(text)?.[0];
  if (scheme === undefined) return withoutBearer(text);
  const key = text.slice(scheme.length);
  if (key === "") return NO_KEY;
  if (/^bearer\b/i.test(key)) return TWO_BEARERS;
  if (!SPACES.test(scheme)) return SPACED;
  return refuseKey(key);
}

function withoutBearer(text: string): Refused {
  if (/^service_/i.test(text)) return NO_BEARER;
  if (isPlaceholder(text)) return PLACEHOLDER;
  return /^bearer/i.test(text) ? NO_KEY : OTHER_SCHEME;
}

function refuseKey(key: string): Refused {
  if (isPlaceholder(key)) return PLACEHOLDER;
  if (/^["'`([{].*["'`)\]}]$/s.test(key)) return QUOTED;
  if (/[\s,;]/.test(key)) return TWO_VALUES;
  if (/^key_/.test(key)) return KEY_ID;
  if (/^whsec_/.test(key)) return WEBHOOK_SECRET;
  if (/^service_(?:test|live)_/.test(key)) return refuseOwn(key);
  if (/^service_(?:pat|access)_/.test(key)) return MISTYPED_TOKEN;
  if (/^service_(?:session|refresh|device|code)_/.test(key)) return OTHER_WORD;
  if (/^service_(?:test|live|pat|access)_/i.test(key)) return CAPITALS;
  return key.startsWith("service_") ? OTHER_ENVIRONMENT : OTHER_KIND;
}

/** A text that begins like a key of this platform. */
function refuseOwn(key: string): Refused {
  if (!/^\w+$/.test(key)) return STRANGE;
  const { length } = key;
  if (length === API_KEY_LENGTH) return MISTYPED;
  const how = length < API_KEY_LENGTH ? "cut off" : "too long";
  return refused(
    `the key is ${how}: it has ${length} characters, and every key has ${API_KEY_LENGTH}`,
  );
}

/** `<API_KEY>`, `$API_KEY`, `{{apiKey}}`, `YOUR_API_KEY`, `undefined`. */
function isPlaceholder(text: string): boolean {
  if (/^<.*>$|^\$|^\{\{.*\}\}$|^%\w+%$/.test(text)) return true;
  return /^(?:your|my)[-_ ]?(?:api)?[-_ ]?(?:key|token)?$|^api[-_ ]?key$|^(?:undefined|null|none|xxx+|token)$/i.test(
    text,
  );
}
