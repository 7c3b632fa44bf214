import { useLoaderData } from "react-router";
import { brand } from "#platform/config/brand.ts";
import { breadcrumbs, head } from "#platform/http/head.ts";
import { Trail } from "../breadcrumbs.tsx";
import { ArticleFacts } from "./facts.tsx";
import { feedLink } from "./feed-link.ts";
import { articles, entryOf } from "./articles.server.ts";

export const handle = { static: true };

export const meta = () => [
  ...head({
    title: `Articles – ${brand}`,
    description:
      "Short, practical articles about daily logs, jobsite photos, weather, and the paper trail that keeps a job out of an argument.",
    path: "/articles",
    jsonLd: [
      breadcrumbs([
        [brand, "/"],
        ["Articles", "/articles"],
      ]),
    ],
  }),
  feedLink,
];

export const loader = () => ({ entries: articles().map(entryOf), image: articles()[0]?.image });

/** Every article, newest first; the first one with its picture. */
export default function ArticleList() {
  const { entries, image } = useLoaderData<typeof loader>();
  return (
    <div className="page pb-16 lg:pb-24">
      <Trail here="Articles" />
      <div className="pt-6 pb-10 lg:pt-8 lg:pb-14">
        <h1>Articles</h1>
        <p className="mt-6 max-w-[36rem] text-lg">
          For people who run jobs: what to write down, what to photograph, and why. Each one has a table to
          copy and a checklist to print.
        </p>
      </div>
      <ol className="border-t-2 border-ink">
        {entries.map((entry, place) => (
          <li
            key={entry.slug}
            className="grid gap-x-16 gap-y-4 border-t border-rule py-8 first:border-t-0 lg:grid-cols-3 lg:py-10"
          >
            <ArticleFacts entry={entry} className="lg:flex-col lg:items-start lg:pt-1.5" />
            <article className="lg:col-span-2">
              <h2 className={place === 0 ? "" : "text-2xl"}>
                <a className="title-link" href={entry.path}>
                  {entry.title}
                </a>
              </h2>
              <p className="mt-4 max-w-measure">{entry.description}</p>
              {place === 0 && image ? (
                <a href={entry.path} tabIndex={-1} aria-hidden="true" className="mt-6 block">
                  <img
                    src={image}
                    alt=""
                    width={1200}
                    height={630}
                    data-hide-on-error=""
                    className="h-auto w-full rounded-sm border border-rule"
                  />
                </a>
              ) : null}
            </article>
          </li>
        ))}
      </ol>
      <p className="border-t border-rule pt-6 text-pencil">
        New articles also come by{" "}
        <a className="text-link" href="/articles/feed.xml">
          RSS feed
        </a>
        .
      </p>
    </div>
  );
}
