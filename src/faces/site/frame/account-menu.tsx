import { useLocation } from "react-router";
import { Icon, type IconName } from "#ui/icons.tsx";
import { Submenu, SubmenuLink } from "./submenu.tsx";

interface Section {
  readonly to: string;
  readonly name: string;
  readonly icon: IconName;
  /** Its key after `g`. */
  readonly key?: string;
  /** In the menu on a phone, where the bottom has room for four. */
  readonly isWide?: boolean;
}

const SECTIONS: readonly Section[] = [
  { to: "/account/dashboard", name: "Today", icon: "clock", key: "t" },
  { to: "/account/inbox", name: "Inbox", icon: "message", key: "i" },
  { to: "/account/leads", name: "Leads", icon: "person", key: "l" },
  { to: "/account/follow-up", name: "Follow-up", icon: "mail", key: "f", isWide: true },
  { to: "/account/jobs", name: "Jobs", icon: "place", key: "j" },
  { to: "/account/reports", name: "Reports", icon: "document", isWide: true },
];

/** What the Tools menu opens: a feature adds a line with its first screen. */
const TOOLS = [
  ["/account/logs", "Daily logs", "Every day on every job"],
  ["/account/pipeline", "Pipeline", "Value, stage, and where leads come from"],
  ["/account/magnets", "Lead magnets", "Guides to share"],
  ["/account/shares", "Shared links", "What clients can open"],
  ["/account/signatures", "Signatures", "What clients signed"],
  ["/account/search", "Search", "People, jobs, photos, and every record"],
] as const;

// A job has a different path than the list of jobs, and a follow-up than theirs.
const ALSO: Readonly<Record<string, readonly string[]>> = {
  "/account/jobs": ["/account/job/"],
  "/account/follow-up": ["/account/sequences", "/account/drips", "/account/plays"],
};
const isHere = (to: string, pathname: string) =>
  pathname === to || [`${to}/`, ...(ALSO[to] ?? [])].some((start) => pathname.startsWith(start));

/** The account's pages by name, for the "Go to" dialog. */
export const PLACES = [
  ...SECTIONS.map(({ to, name }) => ({ kind: "", name, to, about: "" })),
  ...TOOLS.map(([to, name, about]) => ({ kind: "", name, to, about })),
  { kind: "", name: "New follow-up", to: "/account/sequences/new", about: "" },
  { kind: "", name: "Add a person", to: "/account/leads/new", about: "" },
  { kind: "", name: "Import leads", to: "/account/leads/import", about: "" },
  { kind: "", name: "Move in from another product", to: "/account/imports", about: "" },
  { kind: "", name: "New report", to: "/account/reports/new", about: "" },
] as const;

/** Entries with a key. */
export const KEYED_SECTIONS: readonly Section[] = SECTIONS.filter(({ key }) => key);

function SectionLink({ section: { to, name, icon }, count }: { section: Section; count: number }) {
  const { pathname } = useLocation();
  return (
    <a
      className="place"
      href={to}
      aria-current={pathname === to ? "page" : isHere(to, pathname) ? "true" : undefined}
    >
      <Icon name={icon} />
      <span className="place-name">{name}</span>
      {count ? (
        <span className="place-count">
          {count > 99 ? "99+" : count}
          <span className="sr-only"> waiting</span>
        </span>
      ) : null}
    </a>
  );
}

/** The account's sections: in the bar on a desk, at the bottom of a phone, where a fifth opens the menu. */
export function Sections({ waiting }: { waiting: number }) {
  return (
    <nav className="places" aria-label="Account">
      <ul className="places-main">
        {SECTIONS.map((section) => (
          <li key={section.to} className={section.isWide ? "place-wide" : undefined}>
            <SectionLink section={section} count={section.name === "Inbox" ? waiting : 0} />
          </li>
        ))}
        <li className="place-menu">
          <button type="button" className="place" popoverTarget="site-menu">
            <Icon name="menu" />
            Menu
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** Adds a person from any page. */
export function AddLink() {
  const { pathname } = useLocation();
  return (
    <a
      className="place place-add"
      href="/account/leads/new"
      aria-current={pathname === "/account/leads/new" ? "page" : undefined}
    >
      <Icon name="plus" />
      <span>
        Add<span className="sr-only"> a person</span>
      </span>
    </a>
  );
}

/** Finds people, jobs, and records from any page. */
export function SectionSearch() {
  const { pathname } = useLocation();
  return pathname === "/account/search" ? null : (
    <form className="places-search" action="/account/search" role="search" aria-label="Everything">
      <input
        type="search"
        name="q"
        aria-label="Search people, jobs, and records"
        placeholder="Search"
        maxLength={100}
        autoComplete="off"
        data-search=""
      />
    </form>
  );
}

/** The Tools menu; on a phone also the sections that the bottom has no room for. */
export function ToolsMenu({
  tools,
}: {
  tools: readonly { readonly name: string; readonly about?: string; readonly opens: string }[];
}) {
  const opened = new Set(tools.map(({ opens }) => opens));
  return (
    <Submenu id="account-tools" title="Tools">
      {SECTIONS.filter(({ isWide }) => isWide).map(({ to, name }) => (
        <SubmenuLink key={to} to={to} name={name} className="menu-phone" />
      ))}
      {tools.map(({ name, opens, about = "" }) => (
        <SubmenuLink key={name} to={opens} name={name} hint={about} />
      ))}
      {TOOLS.filter(([to]) => !opened.has(to)).map(([to, name, hint]) => (
        <SubmenuLink key={to} to={to} name={name} hint={hint} />
      ))}
    </Submenu>
  );
}
