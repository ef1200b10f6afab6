/**
 * A plugin of esbuild: a source that asks for its own place gets the place of the source, not that of the
 * bundle. The place is found from the bundle's, which must be in `.build/` of the project, so that a
 * tree which was built can be moved.
 */
import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";

/** What a source can ask about its own place, by expression: a function of the URL of the source. */
const PLACES = {
  "import.meta.url": (url) => url,
  "import.meta.dirname": (url) => `decodeURIComponent(new URL(".", ${url}).pathname).slice(0, -1)`,
  "import.meta.filename": (url) => `decodeURIComponent(new URL(${url}).pathname)`,
};
const PLACE = new RegExp(`\\b(${Object.keys(PLACES).join("|").replaceAll(".", "\\.")})\\b`, "g");

/** `root`: the folder of the project. */
export function keptPlaces(root) {
  return {
    name: "sources know their own places",
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }) => {
        if (path.includes("/node_modules/")) return undefined;
        const text = readFileSync(path, "utf8");
        const below = encodeURI(relative(root, path).split(sep).join("/"));
        const url = `import.meta.url.replace(/\\/\\.build\\/.*$/, ${JSON.stringify(`/${below}`)})`;
        const contents = text.replace(PLACE, (asked) => `(${PLACES[asked](url)})`);
        if (contents === text) return undefined;
        return { contents, loader: /[^.]+$/.exec(path)[0].replace(/^[cm]/, "") };
      });
    },
  };
}
