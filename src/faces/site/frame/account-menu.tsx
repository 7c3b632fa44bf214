import { useLocation } from "react-router";
import { Icon, type IconName } from "#ui/icons.tsx";

interface Place {
  readonly to: string;
  readonly name: string;
  readonly icon: IconName;
  /** Its key after `g`. */
  readonly key?: string;
}

// The account's menu, one line per entry: a feature adds one with its first screen.
/**
 * Daily pages: in the bar on a desktop, at the bottom of a phone. At most four, because the fifth is
 * `More`.
 */
const MAIN_PLACES: readonly Place[] = [
  { to: "/account/dashboard", name: "Today", icon: "clock", key: "t" },
  { to: "/account/inbox", name: "Inbox", icon: "message", key: "i" },
  { to: "/account/leads", name: "Leads", icon: "person", key: "l" },
  { to: "/account/jobs", name: "Jobs", icon: "place", key: "j" },
];

/** Less frequent pages. */
const MORE_PLACES: readonly Place[] = [
  { to: "/account/sequences", name: "Sequences", icon: "mail", key: "s" },
  { to: "/account/pipeline", name: "Pipeline", icon: "check" },
  { to: "/account/plays", name: "Plays", icon: "calendar" },
  { to: "/account/search", name: "Search", icon: "search" },
  { to: "/account/magnets", name: "Lead magnets", icon: "document" },
  { to: "/account/drips", name: "Lead drips", icon: "copy" },
  { to: "/account/shares", name: "Shared links", icon: "link" },
  { to: "/account/settings", name: "Settings", icon: "edit" },
];

// A job has a different path than the list of jobs.
const isHere = (to: string, pathname: string) =>
  pathname === to ||
  pathname.startsWith(`${to}/`) ||
  (to === "/account/jobs" && pathname.startsWith("/account/job/"));

/** Entries with a key. */
export const KEYED_PLACES: readonly Place[] = [...MAIN_PLACES, ...MORE_PLACES].filter(({ key }) => key);

function PlaceLink({ place: { to, name, icon } }: { place: Place }) {
  const { pathname } = useLocation();
  return (
    <a
      className="place"
      href={to}
      aria-current={pathname === to ? "page" : isHere(to, pathname) ? "true" : undefined}
    >
      <Icon name={icon} />
      {name}
    </a>
  );
}

/**
 * The account's menu: a row under the bar on a desktop, with the search; a bar at the bottom of a phone.
 */
export function Places() {
  const { pathname } = useLocation();
  return (
    <nav className="places" aria-label="Account">
      <div className="page">
        <ul className="places-main">
          {MAIN_PLACES.map((place) => (
            <li key={place.to}>
              <PlaceLink place={place} />
            </li>
          ))}
          <li>
            <button
              type="button"
              className="place"
              popoverTarget="more-places"
              data-here={MORE_PLACES.some(({ to }) => isHere(to, pathname)) ? "" : undefined}
            >
              <Icon name="menu" />
              More
            </button>
            <ul className="places-more" id="more-places" popover="auto">
              {MORE_PLACES.map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} />
                </li>
              ))}
            </ul>
          </li>
        </ul>
        {pathname === "/account/search" ? null : (
          <form className="places-search" action="/account/search" role="search" aria-label="People">
            <input
              type="search"
              name="q"
              aria-label="Search people"
              placeholder="Search people"
              maxLength={100}
              autoComplete="off"
              data-search=""
            />
          </form>
        )}
      </div>
    </nav>
  );
}
