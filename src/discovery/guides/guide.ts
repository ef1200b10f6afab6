/** A guide: what people do with the platform, step by step, with commands that run as they stand. */

export type GuideStep = {
  /** A paragraph or a list, Markdown: code in backquotes, links. */
  says: string;
  /** Commands for bash, in one shell with those of the steps before. */
  sh?: string;
  /** What the commands print; `…` stands for any text. */
  prints?: string;
  /** The commands have the reader's own values in place of `…`; a test sets them. */
  isYours?: true;
};

export type Guide = {
  /** The last part of its address, `/docs/guides/{name}`. */
  name: string;
  title: string;
  /** One sentence: what the reader has at the end. */
  summary: string;
  /** Words that people search it by, besides those of title and summary. */
  words: readonly string[];
  steps: readonly GuideStep[];
};

export const GUIDES_PATH = "/docs/guides";
