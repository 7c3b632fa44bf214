import type { ArticleEntry } from "./articles.server.ts";

/** Product, date and reading time of an article, in one line or stacked. */
export function ArticleFacts({ entry, className = "" }: { entry: ArticleEntry; className?: string }) {
  return (
    <p className={`flex flex-wrap gap-x-4 gap-y-1 text-sm text-pencil ${className}`.trim()}>
      <span className="label text-ink">{entry.label}</span>
      <time dateTime={entry.date.iso}>{entry.date.words}</time>
      <span>{entry.minutes} min read</span>
    </p>
  );
}
