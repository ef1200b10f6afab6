/**
 * What a message may repeat of a text that a caller sent: little, harmless, and nothing that may be a
 * secret. Messages end up in logs, tickets and screens.
 */

/** The most characters of a caller's text that a message repeats. */
export const SHOWN_MAX = 40;

/** UTF-16 units that are looked at: more than are shown, so that a key that is cut is still seen. */
const LOOKED_AT_MAX = 200;

/** The beginnings of secrets, of this platform and of others; and the scheme of a credential. */
const SECRET_WORDS =
  /service_|whsec_|bearer|basic |secret|passw|token=|sk_|pk_|rk_|ghp_|gho_|xox[abp]-|AKIA|eyJ|-----BEGIN/i;
/** A long run of characters with digits, capitals and small letters is as dense as a key. */
const DENSE_RUN = /[A-Za-z0-9+/=_-]{20,}/g;
/** Letters, digits and plain punctuation; no quote, no angle bracket, nothing that is not seen. */
const HARMLESS = /^[\p{L}\p{N} .,:;/@#$%&*+=!?(){}[\]_|~^-]+$/u;

/**
 * The text, at most `SHOWN_MAX` characters of it and then "…"; undefined where a message must not repeat
 * the text.
 */
export function shownText(text: string): string | undefined {
  const beginning = text.slice(0, LOOKED_AT_MAX);
  if (mayBeSecret(beginning)) return undefined;
  const characters = Array.from(beginning);
  const shown = characters.slice(0, SHOWN_MAX).join("");
  if (!HARMLESS.test(shown)) return undefined;
  return characters.length > SHOWN_MAX ? `${shown}…` : shown;
}

/** A field in a message: `items[0].amount`; "" where there are no names. */
export function shownPath(fields: readonly (string | number)[]): string {
  let name = "";
  for (const field of fields) {
    if (name !== "" && /^\d{1,7}$/.test(String(field))) name += `[${field}]`;
    else {
      const shown = shownName(String(field));
      name += name === "" ? shown : `.${shown}`;
    }
  }
  return name.length > PATH_SHOWN_MAX ? `${name.slice(0, PATH_SHOWN_MAX)}…`.toWellFormed() : name;
}

/** A name as it is; in quotes where it is no plain word, so that its end is seen. */
function shownName(name: string): string {
  if (name === "") return '""';
  if (PASSWORD_FIELD.test(name)) return name;
  const shown = shownText(name);
  if (shown === undefined) return NOT_SHOWN;
  return /^[\w$-]+…?$/.test(shown) ? shown : `"${shown}"`;
}

/** The names of fields of passwords, which look like secrets and are none. */
const PASSWORD_FIELD = /^(?:password|(?:new|current)Password)$/;
/** Stands for a name that a message must not repeat. */
const NOT_SHOWN = "(a name that is not shown)";
/** The most characters of a path in a message. */
const PATH_SHOWN_MAX = 120;

/** Whether a text could be or hold a key, a token or a password. */
export function mayBeSecret(text: string): boolean {
  if (SECRET_WORDS.test(text)) return true;
  const runs = text.match(DENSE_RUN) ?? [];
  return runs.some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && !isId(run));
}

/** An id of the platform is public: small letters, `_`, and digits with capitals; mistyped ones too. */
function isId(run: string): boolean {
  return ID.test(run);
}

/** The ids of deliveries are twice as long as others. */
const ID =
  /^[a-z]{2,8}_[0-9A-Z]{1,30}$|^[a-z]{2,4}_[0-9A-Za-z]{26}$|^whd_[0-9A-Z]{26,60}$|^key_[0-9A-Za-z]{22}$/;
