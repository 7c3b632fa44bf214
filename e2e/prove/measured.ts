import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";

/**
 * Replaces one section of a page of measurements, or adds it at the end; the others stay.
 * @param page its name in docs/measured, without ".md", and its title, for when there is none yet
 * @param from the file that wrote it
 */
export async function saveSection(
  page: { readonly name: string; readonly title: string },
  heading: string,
  from: string,
  paragraphs: readonly string[],
): Promise<void> {
  const file = `docs/measured/${page.name}.md`;
  const before = existsSync(file) ? await readFile(file, "utf8") : `# ${page.title}\n`;
  const others = before.split(/\n(?=## )/).filter((section) => !section.startsWith(`## ${heading}\n`));
  const section = [
    `## ${heading}`,
    `Written by \`npm run prove\` (\`${from}\`). ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}.`,
    ...paragraphs,
  ].join("\n\n");
  await writeFile(file, `${[...others.map((one) => one.trimEnd()), section].join("\n\n")}\n`);
}
