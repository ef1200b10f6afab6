/** The code that a program shows and a person types: eight letters without vowels, `WDJB-MJHT`. */

/** As a pattern of HTML, for what is typed: in any case, the hyphen optional. */
export const USER_CODE_PATTERN = "\\s*([B-DF-HJ-NP-TV-Xb-df-hj-np-tv-xZz]\\s*-?\\s*){8}";
const LETTERS = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** The code as programs show it; undefined where the text is none. */
export function userCodeIn(text: string | null): string | undefined {
  const letters = (text ?? "").toUpperCase().replaceAll(/[\s-]/g, "");
  return LETTERS.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}

/** The path of the page that shows what the program with the code asks for. */
export function devicePath(code: string | undefined): string {
  return code === undefined ? "/console/device" : `/console/device?user_code=${code}`;
}
