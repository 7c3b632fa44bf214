import { brand } from "./brand.ts";
import { ErrorPage } from "./error-page.tsx";

export const handle = { static: true };

export const meta = () => [{ title: `Page not found – ${brand}` }, { name: "robots", content: "noindex" }];

/** Any address that is no page. The loader's 404 gives the answer its status. */
export default function NotFound() {
  return <ErrorPage status={404} />;
}
