import { publicUrlInFiles } from "#platform/config/brand.ts";
import { indexable } from "./indexable.server.ts";

/** The sitemap. Made at build time; the server fills in its address. */
export function loader(): Response {
  const entries = indexable().map(
    ({ path, changed }) =>
      `  <url><loc>${publicUrlInFiles}${path}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`,
    { headers: { "Content-Type": "application/xml; charset=utf-8" } },
  );
}
