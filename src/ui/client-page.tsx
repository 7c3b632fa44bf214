import type { ReactNode } from "react";
import { dialled } from "./dialled.ts";
import { Page } from "./layout.tsx";

/** The business whose page it is; missing parts are left out. */
export interface ClientPageFace {
  readonly business: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly licence: string | null;
  readonly hours: readonly string[];
  /** Path of a picture at most five times as wide as high; replaces the name. */
  readonly logo: string | null;
  /** The style sheet of `[data-look="name"]`. */
  readonly look: { readonly name: string; readonly sheet: string } | null;
}

/**
 * A page that a business's client opens by link: the business's logo and colors, none of the product's
 * navigation.
 */
export function ClientPage({
  face,
  here,
  wide = false,
  children,
}: {
  face: ClientPageFace;
  /** The mark that the page's script sends back once a person is present; see presence.ts. */
  here?: string | undefined;
  /** Whether it uses the width of a desk. */
  wide?: boolean;
  children: ReactNode;
}) {
  const { business, address, phone, licence, hours, logo, look } = face;
  return (
    <div className="client-frame" data-look={look?.name} data-here={here}>
      {look ? <link rel="stylesheet" href={look.sheet} precedence="look" /> : null}
      <header className="client-head">
        <Page narrow={!wide}>
          {logo ? (
            <img className="client-logo" src={logo} alt={business} height={64} />
          ) : (
            <p className="client-name">{business}</p>
          )}
        </Page>
      </header>
      <main id="content">
        <Page narrow={!wide}>{children}</Page>
      </main>
      <footer className="client-foot">
        <Page narrow={!wide} className="client-facts">
          <div>
            <p className="font-semibold text-ink">{business}</p>
            {address ? <p className="whitespace-pre-line">{address}</p> : null}
            {licence ? <p>License {licence}</p> : null}
          </div>
          {phone || hours.length ? (
            <div>
              {phone ? (
                <p>
                  <a className="client-phone" href={`tel:${dialled(phone)}`}>
                    {phone}
                  </a>
                </p>
              ) : null}
              {hours.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          ) : null}
        </Page>
      </footer>
    </div>
  );
}

/** How to call or text the business, for the top of a page that asks its reader for something. */
export function ReachBusiness({ face: { phone } }: { face: Pick<ClientPageFace, "phone"> }) {
  if (!phone) return null;
  const [number = ""] = dialled(phone).split(",");
  return (
    <p className="client-reach">
      <a className="text-link" href={`tel:${dialled(phone)}`}>
        Call {phone}
      </a>
      <a className="text-link" href={`sms:${number}`}>
        Text
      </a>
    </p>
  );
}
