import { brandInFiles, publicUrlInFiles } from "#platform/config/brand.ts";
import { markup } from "#platform/http/markup.server.ts";
import { PlainProse } from "../prose.tsx";
import type { Article } from "./articles.server.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** Noon UTC is the same calendar day from Hawaii to Berlin. */
const dateOf = (article: Article) => new Date(`${article.date.iso}T12:00:00Z`).toUTCString();

/** An RSS 2.0 feed with the full text of these articles. */
export function feedOf(entries: readonly Article[]): string {
  const items = entries.map(
    (article) => `    <item>
      <title>${escaped(article.title)}</title>
      <link>${publicUrlInFiles}${article.path}</link>
      <guid isPermaLink="true">${publicUrlInFiles}${article.path}</guid>
      <pubDate>${dateOf(article)}</pubDate>
      <category>${escaped(article.label)}</category>
      <description>${escaped(article.description)}</description>
      <content:encoded>${escaped(markup(<PlainProse blocks={article.blocks} base={publicUrlInFiles} />))}</content:encoded>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>${brandInFiles} articles</title>
    <link>${publicUrlInFiles}/articles</link>
    <atom:link href="${publicUrlInFiles}/articles/feed.xml" rel="self" type="application/rss+xml"/>
    <description>What to write down on a job, what to photograph, and why.</description>
    <language>en-us</language>
${entries[0] ? `    <lastBuildDate>${dateOf(entries[0])}</lastBuildDate>\n` : ""}${items.join("\n")}
  </channel>
</rss>
`;
}
