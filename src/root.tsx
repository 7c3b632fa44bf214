import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "react-router";
import { ErrorPage } from "#features/site/error-page.tsx";
import { SiteFrame } from "#features/site/frame.tsx";
import { brand } from "#platform/config/brand.ts";
import enhance from "#ui/enhance.ts?worker&url";
import display from "#ui/fonts/archivo-condensed.woff2?url";
import text from "#ui/fonts/public-sans.woff2?url";
import "#ui/styles.css";

/** `handle = { static: true }` in a screen: no framework JavaScript is sent with it. */
export interface ScreenHandle {
  static?: boolean;
}

export function Layout({ children }: { children: ReactNode }) {
  const isStatic = useMatches().some((match) => (match.handle as ScreenHandle | undefined)?.static);
  // What is installed from the account opens without a signal.
  const isAccount = useLocation().pathname.startsWith("/account/");
  // An error page is a plain document: the server may cut it to the viewer, which hydration would trip over. (Null while nothing failed.)
  const failed = useRouteError() != null;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="application-name" content={brand} />
        <link rel="preload" href={text} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={display} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Links />
        <Meta />
        <meta name="theme-color" content="#f6f3ec" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a2028" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={isAccount ? "/account/manifest.webmanifest" : "/site.webmanifest"} />
        <script type="module" src={enhance} />
      </head>
      <body>
        {children}
        {isStatic || failed ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

// On the server the page may stand in for any other, so it is drawn for both kinds of viewer; only account pages can fail in the browser.
const viewer = () => (typeof document === "undefined" ? "both" : "member");

/** The last resort: a page for whatever was thrown. */
export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <SiteFrame viewer={viewer()}>
      {/* The same page as for an address that is none: what is not for somebody is not there. */}
      <title>{status === 404 ? `Page not found – ${brand}` : status === 403 ? "You can’t open this page" : "Something went wrong"}</title>
      <meta name="robots" content="noindex" />
      <ErrorPage status={status} />
    </SiteFrame>
  );
}
