/** What the operator can set right: an option, or what an option names, such as the data directory. */

/** An option that is wrong; the message is a sentence for the person who typed the option. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}
