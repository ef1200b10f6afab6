/** For tests: a document of XML as a tree, with the texts exactly as they stand in it. */
import { SaxesParser } from "saxes";

export type Tree = {
  name: string;
  text: string;
  attributes: Record<string, string>;
  children: Tree[];
};

export function treeOf(xml: string): Tree {
  const root: Tree = { name: "", text: "", attributes: {}, children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const tree: Tree = { name, text: "", attributes: { ...attributes }, children: [] };
    open.at(-1)?.children.push(tree);
    open.push(tree);
  });
  parser.on("text", (text) => {
    const tree = open.at(-1);
    if (tree !== undefined) tree.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  return root;
}

/** All elements at the end of this way. */
export function allAt(tree: Tree, ...names: readonly string[]): Tree[] {
  return names.reduce<Tree[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
    [tree],
  );
}

/** The text of the only element at the end of this way; undefined where there is none. */
export function textAt(tree: Tree, ...names: readonly string[]): string | undefined {
  const found = allAt(tree, ...names);
  if (found.length > 1) throw new Error(`${names.join("/")} stands there ${found.length} times`);
  return found[0]?.text;
}
