/** A QR code as elements of SVG: dark on light in both schemes, because readers want it so. */
import qrcode from "qrcode-generator";

/** The light border that ISO/IEC 18004 asks for, modules. */
const QUIET = 4;

/** `label`: what a screen reader says in its place. Redundancy is level M: a tenth may be unreadable. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * QUIET;
  const places = Array.from({ length: count }, (_, at) => at);
  const dark = places.flatMap((row) =>
    places
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + QUIET} ${row + QUIET}h1v1h-1z`),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} />
      <path d={dark.join("")} />
    </svg>
  );
}
