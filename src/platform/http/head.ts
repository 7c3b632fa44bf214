import type { MetaDescriptor } from "react-router";
import { brand, publicUrl } from "../config/brand.ts";

interface Head {
  readonly title: string;
  readonly description: string;
  /** Path of the page in the sitemap. Screens without one are not indexed. */
  readonly path?: string;
  readonly keywords?: string;
  /** Path of a 1200×630 picture; defaults to the one named like the page. */
  readonly image?: string;
  readonly imageAlt?: string;
  readonly type?: "website" | "article";
  /**
   * Content of the page as structured data for search engines. The framework escapes it, so that it can't end
   * its script element.
   */
  readonly jsonLd?: readonly object[];
}

const SOCIAL_PICTURE = "/images/social/plumbline.png";
/**
 * Pages that use the home page's picture. Every other page has its own; the build fails if a prerendered
 * page's is missing.
 */
const SHARE_PICTURE = ["/", "/login", "/register"];
const socialPictureOf = (path: string) =>
  SHARE_PICTURE.includes(path) ? SOCIAL_PICTURE : `/images/social${path}.png`;
const SOCIAL_PICTURE_ALT =
  "A plumb bob on a chalk line beside the words: Automated client follow-up for busy service pros.";

/** The tags for search engines and link previews; each screen's `meta` export returns them. */
export function head({
  title,
  description,
  path,
  keywords,
  image = path === undefined ? SOCIAL_PICTURE : socialPictureOf(path),
  imageAlt = image === SOCIAL_PICTURE ? SOCIAL_PICTURE_ALT : title,
  type = "website",
  jsonLd = [],
}: Head): MetaDescriptor[] {
  const named: MetaDescriptor[] = [{ title }, { name: "description", content: description }];
  if (path === undefined) return [...named, { name: "robots", content: "noindex" }];
  const address = `${publicUrl}${path}`;
  return [
    ...named,
    ...(keywords ? [{ name: "keywords", content: keywords }] : []),
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: type },
    { property: "og:site_name", content: brand },
    { property: "og:locale", content: "en_US" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${publicUrl}${image}` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: imageAlt },
    { name: "twitter:card", content: "summary_large_image" },
    ...jsonLd.map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
  ];
}

/** The breadcrumbs from the home page to the page itself, as the page shows them: name and path of each. */
export function breadcrumbs(way: readonly (readonly [name: string, path: string])[]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: way.map(([name, path], place) => ({
      "@type": "ListItem",
      position: place + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  };
}
