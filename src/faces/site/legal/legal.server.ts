import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Block } from "#platform/markdown/blocks.ts";
import { readFrontMatter } from "#platform/markdown/front-matter.ts";
import { readMarkdown } from "#platform/markdown/read-markdown.server.ts";

const line = z.string().trim().min(1);
const headSchema = z.strictObject({
  title: line,
  description: line.max(160),
  /** As displayed: month, day, year. */
  effective: z.string().regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/),
});

export interface LegalText {
  readonly title: string;
  readonly description: string;
  readonly effective: { readonly words: string; readonly iso: string };
  readonly blocks: readonly Block[];
}

/**
 * A legal text from content/legal. The operator's name stays a slot that the server fills in.
 * @throws Error that names the file and the invalid part
 */
export function readLegalText(name: "terms" | "privacy"): LegalText {
  const file = `content/legal/${name}.md`;
  const { head, body } = readFrontMatter(readFileSync(path.resolve(file), "utf8"), file);
  const checked = headSchema.safeParse(head);
  if (!checked.success)
    throw new Error(
      `${file} can't be used. ${checked.error.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; ")}`,
    );
  const { title, description, effective } = checked.data;
  const [month = 0, day = 0, year = 0] = effective.split("/").map(Number);
  return {
    title,
    description,
    effective: {
      words: effective,
      iso: Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" }).toString(),
    },
    blocks: readMarkdown(body, file, ["operator", "operatorEmail"]),
  };
}
