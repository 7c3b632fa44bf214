import { data } from "react-router";
import { brand } from "#platform/config/brand.ts";
import { ErrorPage } from "./error-page.tsx";

export const handle = { static: true };

export const meta = () => [{ title: `Page not found – ${brand}` }, { name: "robots", content: "noindex" }];

export const loader = () => data(null, { status: 404 });

/** Any unknown address. */
export default function NotFound() {
  return <ErrorPage status={404} />;
}
