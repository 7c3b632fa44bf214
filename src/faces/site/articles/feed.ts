import { articles } from "./articles.server.ts";
import { feedOf } from "./feed.server.tsx";

/** Every article, newest first, for feed readers. Made at build time; the server fills in its address. */
export function loader(): Response {
  return new Response(feedOf(articles()), { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
