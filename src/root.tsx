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
import headings from "#ui/fonts/headings.woff2?url";
import text from "#ui/fonts/public-sans.woff2?url";
import accountStyles from "#ui/account.css?url";
import styles from "#ui/styles.css?url";

/**
 * A screen that exports `handle = { static: true }` is sent without the framework's JavaScript; with
 * `lightFonts: true` also without our fonts, except one for headings.
 */
export interface ScreenHandle {
  static?: boolean;
  lightFonts?: boolean;
}

const neverChanges = () => () => {};

/**
 * True while the document is the one the server sent. After an error at the root, React builds the
 * document again in the browser, and our content policy (`require-trusted-types-for`) forbids writing
 * scripts there: one blocked script would leave a blank page. So scripts are rendered only into the
 * server's document, where they have already run.
 */
const useServerDocument = () =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );

/** Does what `ScrollRestoration` does after its inline script has run. */
function Scrolling() {
  useScrollRestoration();
  return null;
}

export function Layout({ children }: { children: ReactNode }) {
  const handles = useMatches().map((match) => match.handle as ScreenHandle | undefined);
  const isStatic = handles.some((handle) => handle?.static);
  const hasLightFonts = handles.some((handle) => handle?.lightFonts);
  // The app installed from the account opens without a signal.
  const isAccount = useLocation().pathname.startsWith("/account/");
  // An error page is a plain document: the server may trim it for the viewer, which would break hydration.
  // (Null while nothing has failed.)
  const failed = useRouteError() != null;
  const isFromServer = useServerDocument();
  return (
    <html lang="en" data-light-fonts={hasLightFonts ? "" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="application-name" content={brand} />
        {(hasLightFonts ? [headings] : [text, display]).map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {/* With a precedence, React never removes it; otherwise a rebuilt document would be unstyled for
            a moment. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {isAccount ? <link rel="stylesheet" href={accountStyles} precedence="default" /> : null}
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

// On the server the page may replace any other, so it is rendered for both kinds of viewer; in the browser
// only account pages can fail.
const viewer = () => (typeof document === "undefined" ? "both" : "member");

/** The last resort: a page for any uncaught error. */
export function ErrorBoundary() {
  const failure = failureOf(useRouteError());
  return (
    <SiteFrame viewer={viewer()}>
      {/* The same page as for an unknown address, so it doesn't reveal what the visitor may not see. */}
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
