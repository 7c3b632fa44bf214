import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { brand } from "#platform/config/brand.ts";
import { Icon } from "#ui/icons.tsx";
import { Logo } from "./logo.tsx";
import { AddLink, SectionSearch, Sections, ToolsMenu } from "./account-menu.tsx";
import { Submenu, SubmenuLink } from "./submenu.tsx";
import { ForGuest, ForMember, type Viewer } from "./viewer.tsx";

const links = [
  ["/leadMagnet", "Lead Magnet"],
  ["/leadDrip", "Lead Drip"],
] as const;

const moreLinks = [
  ["/articles", "Articles"],
  ["/about", "About"],
  ["/contact", "Contact"],
] as const;

const tools = [
  ["/genLeadMagnet", "Lead Magnet Generator", "A PDF guide in 60 seconds"],
  ["/genLeadDrip", "Lead Drip Generator", "Follow-up emails and call scripts"],
  ["/buildlog", "BuildLog", "Daily log with photos and weather"],
  ["/changeorder", "ChangeLog", "Change orders, approved in writing"],
  ["/checky", "Checky", "Inspections and punch lists"],
  ["/proofpix", "ProofPix", "Site photos you can find again"],
  ["/estimini", "EstiMini", "Quick estimates for small jobs"],
  ["/sitesafe", "SiteSafe", "Safety talks, checks, and records"],
] as const;

const accountPages = [
  ["/account/dashboard", "Dashboard"],
  ["/account/jobs", "Jobs"],
  ["/account/logs", "Logs"],
  ["/account/reports", "Reports"],
  ["/account/settings", "Settings"],
] as const;

function BarLink({ to, children }: { to: string; children: ReactNode }) {
  const here = useLocation().pathname === to;
  return (
    <a className="bar-link" href={to} aria-current={here ? "page" : undefined}>
      {children}
    </a>
  );
}

/** The user's context on pages rendered for them. */
export interface Account {
  readonly business: string | null;
  /** Whether they belong to several businesses. */
  readonly several: boolean;
  readonly tools: readonly { readonly name: string; readonly about?: string; readonly opens: string }[];
  /** Whether they are an operator. */
  readonly operates: boolean;
  /** People waiting for a reply. */
  readonly waiting: number;
}

/** What a signed-in person opens: the same on the site and in the account. */
function AccountMenu({ account }: { account: Account | undefined }) {
  return (
    <Submenu id="account-menu" title="Account">
      {accountPages.map(([to, name]) => (
        <SubmenuLink key={to} to={to} name={name} />
      ))}
      {account?.tools.map(({ name, opens }) => (
        <SubmenuLink key={name} to={opens} name={name} hint="Early access" />
      ))}
      {account?.several ? (
        <SubmenuLink to="/account/businesses" name="Switch Business" hint={account.business ?? ""} />
      ) : null}
      {account?.operates ? <SubmenuLink to="/operator" name="Operator" hint="Operator console" /> : null}
      <li>
        <form method="post" action="/logout">
          <button type="submit" className="submenu-link w-full cursor-pointer">
            <b>Log Out</b>
          </button>
        </form>
      </li>
    </Submenu>
  );
}

/** The account's one bar: its sections, search, and two menus, for the person and for the public site. */
export function AccountNavigation({ account }: { account: Account }) {
  return (
    <header className="bar" data-app="">
      <div className="page">
        <a className="bar-logo" href="/" aria-label={`${brand} home`}>
          <Logo />
        </a>
        <Sections waiting={account.waiting} />
        <nav className="menu" id="site-menu" popover="auto" aria-label="Main">
          <ul className="menu-list">
            <li>
              <ToolsMenu tools={account.tools} />
            </li>
            <li className="menu-search">
              <SectionSearch />
            </li>
            <li>
              <Submenu id="website-menu" title="Website">
                {[...links, ...moreLinks].map(([to, name]) => (
                  <SubmenuLink key={to} to={to} name={name} />
                ))}
                {tools.map(([to, name, hint]) => (
                  <SubmenuLink key={to} to={to} name={name} hint={hint} />
                ))}
              </Submenu>
            </li>
            <li>
              <AccountMenu account={account} />
            </li>
          </ul>
        </nav>
        <AddLink />
      </div>
    </header>
  );
}

/** The fixed bar. Links are plain: public pages have no router in the browser. */
export function Navigation({ viewer, account }: { viewer: Viewer; account?: Account | undefined }) {
  return (
    <header className="bar">
      <div className="page">
        <a className="bar-logo" href="/" aria-label={`${brand} home`}>
          <Logo />
        </a>
        <button type="button" className="menu-toggle bar-toggle" popoverTarget="site-menu">
          <Icon name="menu" />
          Menu
        </button>
        <nav className="menu" id="site-menu" popover="auto" aria-label="Main">
          <ul className="menu-list">
            {links.map(([to, name]) => (
              <li key={to}>
                <BarLink to={to}>{name}</BarLink>
              </li>
            ))}
            <li>
              <Submenu id="tools-menu" title="Tools">
                {tools.map(([to, name, hint]) => (
                  <SubmenuLink key={to} to={to} name={name} hint={hint} />
                ))}
              </Submenu>
            </li>
            {moreLinks.map(([to, name]) => (
              <li key={to}>
                <BarLink to={to}>{name}</BarLink>
              </li>
            ))}
            <li>
              <ForGuest viewer={viewer}>
                <BarLink to="/login">Log In</BarLink>
              </ForGuest>
              <ForMember viewer={viewer}>
                <AccountMenu account={account} />
              </ForMember>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}
