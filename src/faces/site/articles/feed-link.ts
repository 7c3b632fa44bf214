import type { MetaDescriptor } from "react-router";
import { brand, publicUrl } from "#platform/config/brand.ts";

/** Tells a feed reader, on a page that it is given, where the feed is. */
export const feedLink: MetaDescriptor = {
  tagName: "link",
  rel: "alternate",
  type: "application/rss+xml",
  title: `${brand} articles`,
  href: `${publicUrl}/articles/feed.xml`,
};
