/** A guide as Markdown, of which its page is made too. */
import type { Guide, GuideStep } from "./guide.ts";
import { GUIDES_PATH } from "./guide.ts";
import { GUIDES } from "./guides.ts";

/** The list of the guides, for the page above them. */
export function guidesText(origin: string): string {
  return `# Guides

> What people do with the platform, step by step, with commands that run as they stand.

${guideLinks(origin)}
`;
}

/** A line of a list for each guide. */
export function guideLinks(origin: string): string {
  return GUIDES.map(
    (guide) => `- [${guide.title}](${origin}${pathOf(guide)}.md): ${guide.summary}`,
  ).join("\n");
}

export function pathOf({ name }: Guide): string {
  return `${GUIDES_PATH}/${name}`;
}

/** A guide. `origin`: scheme and host, which stand in links and in the commands. */
export function guideText({ title, summary, steps }: Guide, origin: string): string {
  const parts = steps.flatMap((step) => {
    const says = linked(step.says, origin);
    const blocks = blocksOf(step, origin).map(({ language, text }) => fence(language, text));
    return [says, ...blocks];
  });
  return `# ${title}\n\n> ${summary}\n\n${parts.join("\n\n")}\n`;
}

/** The links with the address of this host; those to pages of the documentation lead to their Markdown. */
function linked(says: string, origin: string): string {
  return says.replaceAll(/\]\((\/[^)]*)\)/g, (_, path: string) => {
    const twin = path.startsWith("/docs/") ? `${path}.md` : path;
    return `](${origin}${twin})`;
  });
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

type Block = { language: "sh" | "text"; text: string };

/** The commands, with the address of this host, and what they print. */
function blocksOf({ sh, prints, isYours }: GuideStep, origin: string): Block[] {
  const blocks: Block[] = [];
  if (sh !== undefined) {
    const text = isYours === true ? sh.replace(/^BASE_URL=.*$/m, `BASE_URL=${origin}/v1`) : sh;
    blocks.push({ language: "sh", text });
  }
  if (prints !== undefined) blocks.push({ language: "text", text: prints });
  return blocks;
}
