import { data, type LoaderFunctionArgs, type MetaDescriptor, useLoaderData } from "react-router";
import { brand, publicUrl } from "#platform/config/brand.ts";
import { breadcrumbs, head } from "#platform/http/head.ts";
import { Contents, contentsOf, Prose } from "../prose.tsx";
import { Trail } from "../breadcrumbs.tsx";
import { ScreenPicture } from "../pictures/screen-picture.tsx";
import { waitlistAction } from "../waitlist/action.server.ts";
import { WaitlistBlock } from "../waitlist/block.tsx";
import { articles, entryOf, findArticle } from "./articles.server.ts";
import { ArticleFacts } from "./facts.tsx";
import { feedLink } from "./feed-link.ts";

export const handle = { static: true };

const OTHERS = 3;

/** The article, and the ones after it in the list. */
export function loader({ params }: LoaderFunctionArgs) {
  const article = findArticle(params["slug"]);
  if (!article) throw data(null, { status: 404 });
  const all = articles();
  const at = all.indexOf(article);
  const others = Array.from(
    { length: Math.min(OTHERS, all.length - 1) },
    (_, step) => all[(at + step + 1) % all.length]!,
  );
  return { article, others: others.map(entryOf) };
}

export { waitlistAction as action };

export function meta({
  loaderData,
}: {
  loaderData?: ReturnType<typeof loader> | undefined;
}): MetaDescriptor[] {
  // The error page sets its own.
  if (!loaderData) return [];
  const { article } = loaderData;
  return [
    ...head({
      title: article.title,
      description: article.description,
      keywords: article.keywords,
      path: article.path,
      image: article.social,
      type: "article",
      jsonLd: [
        {
          "@type": "Article",
          headline: article.title,
          ...(article.isDescribed ? { description: article.description } : {}),
          image: `${publicUrl}${article.image}`,
          datePublished: article.date.iso,
          author: { "@type": "Organization", name: brand, url: `${publicUrl}/` },
          publisher: {
            "@id": `${publicUrl}/#organization`,
            "@type": "Organization",
            name: brand,
            url: `${publicUrl}/`,
          },
          mainEntityOfPage: `${publicUrl}${article.path}`,
          inLanguage: "en",
        },
        breadcrumbs([
          [brand, "/"],
          ["Articles", "/articles"],
          [article.title, article.path],
        ]),
      ],
    }),
    { property: "article:published_time", content: article.date.iso },
    feedLink,
  ];
}

export default function ArticlePage() {
  const { article, others } = useLoaderData<typeof loader>();
  return (
    <div className="page pb-16 lg:pb-24">
      <article>
        <header>
          <Trail above={[["Articles", "/articles"]]} />
          <h1 className="max-w-[18em] pt-6 lg:pt-8">{article.title}</h1>
          <ArticleFacts entry={article} className="pt-5 pb-8 lg:pb-12" />
        </header>
        <div className="grid gap-x-16 gap-y-8 border-t-2 border-ink lg:grid-cols-3 lg:pt-12">
          <div className="lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:self-start">
            <Contents entries={contentsOf(article.blocks)} />
          </div>
          <div className="min-w-0 lg:col-span-2">
            {article.isDescribed ? (
              <p className="max-w-[38rem] text-xl font-medium">{article.description}</p>
            ) : null}
            <img
              src={article.image}
              alt={article.imageAlt}
              width={1200}
              height={630}
              fetchPriority="high"
              data-hide-on-error=""
              className="mt-8 h-auto w-full rounded-sm border border-rule"
            />
            <Prose blocks={article.blocks} className="prose-article mt-10" />
            {article.screen ? (
              <figure className="mt-10 max-w-80">
                <ScreenPicture name={article.screen[0]} />
                <figcaption className="mt-3 text-sm text-pencil">
                  {article.screen[1]}. From our demo, with made-up people.
                </figcaption>
              </figure>
            ) : null}
          </div>
        </div>
      </article>
      <div className="mt-16 grid gap-x-16 gap-y-12 lg:mt-24 lg:grid-cols-3" data-no-print="">
        <div className="lg:col-span-2 lg:col-start-2">
          <WaitlistBlock />
        </div>
        <section
          aria-labelledby="more-title"
          className="border-t-2 border-ink pt-8 lg:col-span-3 lg:grid lg:grid-cols-3 lg:gap-x-16"
        >
          <h2 id="more-title" className="text-2xl">
            More Articles
          </h2>
          <ul className="mt-6 lg:col-span-2 lg:mt-0">
            {others.map((other) => (
              <li key={other.slug} className="border-t border-rule py-5 first:border-t-0 first:pt-0">
                <h3>
                  <a className="title-link" href={other.path}>
                    {other.title}
                  </a>
                </h3>
                <ArticleFacts entry={other} className="mt-2" />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
