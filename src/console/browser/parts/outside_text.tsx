/**
 * Text that somebody outside of the company chose. What nobody can see is shown as its code, a letter that
 * looks like another is marked, and the text turns no direction but its own.
 */
import { type Piece, piecesOf } from "../outside_text.ts";
import { Banner } from "./banner.tsx";

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

/** Says what of the text deceives; nothing where all of it is what it looks like. `what`: "This name". */
export function OutsideTextWarning({ what, text }: { what: string; text: string }) {
  const pieces = piecesOf(text);
  const hidden = pieces.flatMap((piece) => (piece.kind === "hidden" ? [piece.code] : []));
  const odd = pieces.flatMap((piece) =>
    piece.kind === "odd" ? [`${piece.text} (${piece.code}, ${letterOf(piece)})`] : [],
  );
  if (hidden.length === 0 && odd.length === 0) return null;
  return (
    <Banner kind="bad">
      {hidden.length > 0 && (
        <p>
          {what} has characters that cannot be seen or that turn text around:{" "}
          {unique(hidden).join(", ")}. They are shown as codes.
        </p>
      )}
      {odd.length > 0 && (
        <p>
          {what} has letters that look like others: <bdi>{unique(odd).join("; ")}</bdi>. Somebody
          may want it to be taken for another name.
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
