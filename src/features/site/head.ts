import type { MetaDescriptor } from "react-router";
import { brand, publicUrl } from "./brand.ts";

interface Head {
  /** The whole `<title>`. */
  title: string;
  description: string;
  /** Path of the page, as it is written in the sitemap. */
  path: string;
  keywords?: string;
  /** Path of a 1200×630 picture. */
  image?: string;
  imageAlt?: string;
  type?: "website" | "article";
  jsonLd?: readonly object[];
}

/** Everything a public page tells search engines and link previews about itself. */
export function head({
  title,
  description,
  path,
  keywords,
  image = "/images/social/plumbline.png",
  imageAlt = "A plumb bob on a chalk line beside the words: Automated client follow-up for busy service pros.",
  type = "website",
  jsonLd = [],
}: Head): MetaDescriptor[] {
  const address = `${publicUrl}${path}`;
  const picture = `${publicUrl}${image}`;
  return [
    { title },
    { name: "description", content: description },
    ...(keywords ? [{ name: "keywords", content: keywords }] : []),
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: type },
    { property: "og:site_name", content: brand },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: imageAlt },
    { name: "twitter:card", content: "summary_large_image" },
    ...jsonLd.map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
  ];
}
