import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { type Account, Navigation } from "./navigation.tsx";
import type { Viewer } from "./viewer.tsx";

/** Bar, content and footer: the same on every page of the site and the account. */
export function SiteFrame({
  viewer,
  account,
  places,
  children,
}: {
  viewer: Viewer;
  account?: Account | undefined;
  places?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="frame" data-places={places ? "" : undefined}>
      <a className="button skip" href="#content">
        Skip to content
      </a>
      <Navigation viewer={viewer} account={account} />
      {places}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
