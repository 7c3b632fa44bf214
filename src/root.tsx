import { type ReactNode, useSyncExternalStore } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "react-router";
import { ErrorPage, failureOf } from "#faces/site/frame/error-page.tsx";
import { SiteFrame } from "#faces/site/frame/frame.tsx";
import { brand } from "#platform/config/brand.ts";
import browserFloor from "#platform/newer/browser-floor.js?url";
import enhance from "#ui/scripts/enhance.ts?worker&url";
import display from "#ui/fonts/archivo-condensed.woff2?url";
import text from "#ui/fonts/public-sans.woff2?url";
import styles from "#ui/styles.css?url";

/** `handle = { static: true }` in a screen: no framework JavaScript is sent with it. */
export interface ScreenHandle {
  static?: boolean;
}

const neverChanges = () => () => {};

/**
 * Whether the document is the one that the server sent. When an error reaches the root, or a page follows
 * one, React builds the document again in the browser, and the policy of our pages
 * (`require-trusted-types-for`) lets nothing write a script: one blocked script would leave the page white.
 * So scripts are rendered only for the server's document, where they have already run.
 */
const useServerDocument = () =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );

/** What `ScrollRestoration` does once its inline script has run. */
function Scrolling() {
  useScrollRestoration();
  return null;
}

export function Layout({ children }: { children: ReactNode }) {
  const isStatic = useMatches().some((match) => (match.handle as ScreenHandle | undefined)?.static);
  // What is installed from the account opens without a signal.
  const isAccount = useLocation().pathname.startsWith("/account/");
  // An error page is a plain document: the server may cut it to the viewer, which hydration would trip over.
  // (Null while nothing failed.)
  const failed = useRouteError() != null;
  const isFromServer = useServerDocument();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="application-name" content={brand} />
        <link rel="preload" href={text} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={display} as="font" type="font/woff2" crossOrigin="anonymous" />
        {/* With a precedence React never takes it out: a document that is built again would be without styles
            for a moment. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <Links />
        <Meta />
        <meta name="theme-color" content="#f6f3ec" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a2028" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={isAccount ? "/account/manifest.webmanifest" : "/site.webmanifest"} />
        {isFromServer && isAccount ? <script defer src={browserFloor} /> : null}
        {isFromServer ? <script type="module" src={enhance} /> : null}
      </head>
      <body>
        {children}
        {!isFromServer ? (
          <Scrolling />
        ) : isStatic || failed ? null : (
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

// On the server the page may stand in for any other, so it is drawn for both kinds of viewer; only account
// pages can fail in the browser.
const viewer = () => (typeof document === "undefined" ? "both" : "member");

/** The last resort: a page for whatever was thrown. */
export function ErrorBoundary() {
  const failure = failureOf(useRouteError());
  return (
    <SiteFrame viewer={viewer()}>
      {/* The same page as for an address that is none: what is not for somebody is not there. */}
      <title>
        {failure.status === 404
          ? `Page not found – ${brand}`
          : failure.status === 403
            ? "You can’t open this page"
            : "Something went wrong"}
      </title>
      <meta name="robots" content="noindex" />
      <ErrorPage {...failure} />
    </SiteFrame>
  );
}
