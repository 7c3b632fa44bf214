import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { type Account, AccountNavigation, Navigation } from "./navigation.tsx";
import type { Viewer } from "./viewer.tsx";

/** Bar, content and footer: the same on every page of the site and the account. */
export function SiteFrame({
  viewer,
  account,
  sections = false,
  children,
}: {
  viewer: Viewer;
  account?: Account | undefined;
  /** Whether the account's own bar is shown instead of the site's. */
  sections?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="frame" data-places={sections ? "" : undefined}>
      <a className="button skip" href="#content">
        Skip to content
      </a>
      {sections && account ? (
        <AccountNavigation account={account} />
      ) : (
        <Navigation viewer={viewer} account={account} />
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
