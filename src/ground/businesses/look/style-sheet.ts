import type { LoaderFunctionArgs } from "react-router";
import { colorFrom, lookPath, lookSheet } from "./look.ts";

/** `/look/{rrggbb}.css`. */
export function loader({ request }: LoaderFunctionArgs): Response {
  const { pathname } = new URL(request.url);
  const color = colorFrom(/\/look\/([0-9a-f]{6})\.css$/.exec(pathname)?.[1] ?? "");
  if (!color || pathname !== lookPath(color))
    return new Response("Page not found.\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  return new Response(lookSheet(color), {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
