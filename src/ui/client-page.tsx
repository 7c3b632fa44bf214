import type { ReactNode } from "react";
import { Page } from "./layout.tsx";

/** A page that a business's client opens by link: the business's face, none of the product's navigation. */
export function ClientPage({ business, address, children }: { business: string; address?: string | null; children: ReactNode }) {
  return (
    <div className="client-frame">
      <header className="client-head">
        <Page narrow>
          <p className="client-name">{business}</p>
        </Page>
      </header>
      <main id="content">
        <Page narrow>{children}</Page>
      </main>
      <footer className="client-foot">
        <Page narrow>
          <p>{business}</p>
          {address ? <p className="whitespace-pre-line">{address}</p> : null}
        </Page>
      </footer>
    </div>
  );
}
