/**
 * Text that somebody outside of the company chose. What nobody can see is shown as its code, a letter that
 * looks like another is marked, and the text turns no direction but its own.
 */
import { type Piece, piecesOf } from "../outside_text.ts";
import { Banner } from "./banner.tsx";

/**
 * The text itself, in an element that keeps its direction of writing apart. For a place that takes text alone:
 * `visibleText`.
 */
export function OutsideText({ text }: { text: string }) {
  return (
    <bdi class="outside">
      {piecesOf(text).map((piece, at) => (
        <Shown key={at} piece={piece} />
      ))}
    </bdi>
  );
}

function Shown({ piece }: { piece: Piece }) {
  switch (piece.kind) {
    case "plain":
      return <>{piece.text}</>;
    case "hidden":
      return <code title="A character that cannot be seen">{piece.code}</code>;
    case "odd":
      return <mark title={`${piece.code}, ${letterOf(piece)}`}>{piece.text}</mark>;
  }
}

/**
 * A warning that says what is deceptive in the text, or in any of several texts; nothing where each character is what it
 * looks like. `what`: the subject of the warning, "This name". `verb`: its verb, where the subject is a plural.
 */
export function OutsideTextWarning({
  what,
  text,
  verb = "has",
}: {
  what: string;
  text: string | readonly string[];
  verb?: "has" | "have";
}) {
  const pieces = (typeof text === "string" ? [text] : text).flatMap(piecesOf);
  const hidden = pieces.flatMap((piece) => (piece.kind === "hidden" ? [piece.code] : []));
  const odd = pieces.flatMap((piece) =>
    piece.kind === "odd" ? [`${piece.text} (${piece.code}, ${letterOf(piece)})`] : [],
  );
  if (hidden.length === 0 && odd.length === 0) return null;
  return (
    <Banner kind="bad">
      {hidden.length > 0 && (
        <p>
          {what} {verb} characters that cannot be seen or that turn text around:{" "}
          {unique(hidden).join(", ")}. They are shown as codes.
        </p>
      )}
      {odd.length > 0 && (
        <p>
          {what} {verb} letters that look like others: <bdi>{unique(odd).join("; ")}</bdi>. Somebody
          may want it to be taken for something else.
        </p>
      )}
    </Banner>
  );
}

function letterOf({ script }: { script: string }): string {
  return script === "no" ? "of no alphabet" : `${script} alphabet`;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
