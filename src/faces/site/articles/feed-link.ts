import type { MetaDescriptor } from "react-router";
import { brand, publicUrl } from "#platform/config/brand.ts";

/** A link to the feed, for feed readers. */
export const feedLink: MetaDescriptor = {
  tagName: "link",
  rel: "alternate",
  type: "application/rss+xml",
  title: `${brand} articles`,
  href: `${publicUrl}/articles/feed.xml`,
};
