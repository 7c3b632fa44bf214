import { Link, type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useLocation } from "react-router";
import { openIdProviders } from "#ground/identity/public.server.ts";
import { Icon } from "#ui/icons.tsx";
import { type Action, may } from "../rules.ts";
import { findStanding } from "../access/membership.server.ts";

interface SettingsPage {
  readonly path: string;
  readonly name: string;
  /** The right needed to see the link; personal pages need none. */
  readonly action?: Action;
}

interface Group {
  readonly title: string;
  readonly pages: readonly SettingsPage[];
  /** Technical: closed until its page is open. */
  readonly folds?: boolean;
}

const PROVIDERS = "/account/settings/providers";

const GROUPS: readonly Group[] = [
  {
    title: "Your business",
    pages: [
      { path: "/account/settings", name: "Business", action: "business.change" },
      { path: "/account/settings/look", name: "Look", action: "business.change" },
      { path: "/account/settings/people", name: "People", action: "people.read" },
    ],
  },
  {
    title: "Website and email",
    pages: [
      { path: "/account/settings/link", name: "Personal link", action: "business.change" },
      { path: "/account/settings/form", name: "Your form", action: "business.change" },
      { path: "/account/settings/sending", name: "Email and texts", action: "sending.change" },
    ],
  },
  {
    title: "Jobs and data",
    pages: [
      { path: "/account/settings/storage", name: "Storage", action: "work.read" },
      { path: "/account/settings/history", name: "History", action: "history.read" },
      { path: "/account/settings/data", name: "Your data" },
    ],
  },
  {
    title: "Your account",
    pages: [
      { path: "/account/settings/you", name: "You" },
      { path: "/account/settings/security", name: "Login" },
      { path: "/account/settings/sessions", name: "Devices" },
      { path: PROVIDERS, name: "Providers" },
      { path: "/account/businesses", name: "Businesses" },
    ],
  },
  {
    title: "Advanced",
    folds: true,
    pages: [
      { path: "/account/settings/sending/domain", name: "Sending domain", action: "sending.change" },
      { path: "/account/settings/api", name: "API and webhooks", action: "api.change" },
    ],
  },
];

/**
 * The pages this person can open. People who can't change the business are redirected to their personal
 * settings.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const role = await findStanding(request);
  const { pathname } = new URL(request.url);
  if (/^\/account\/settings(?:\.data)?$/.test(pathname) && (!role || !may(role, "business.change")))
    throw redirect("/account/settings/you");
  const isShown = ({ path, action }: SettingsPage) =>
    (!action || (role !== null && may(role, action))) && (path !== PROVIDERS || openIdProviders().length > 0);
  const groups = GROUPS.map((group) => ({ ...group, pages: group.pages.filter(isShown) }));
  return { groups: groups.filter(({ pages }) => pages.length > 0) };
}

/**
 * The frame of all rooms' settings pages: a list of groups beside the page on a desktop, a sheet behind one
 * button on a phone.
 */
export default function SettingsLayout() {
  const { groups } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  // The longest path wins: the sending domain lies below the page about email and texts.
  const here = groups
    .flatMap(({ pages }) => pages)
    .filter(
      ({ path }) => pathname === path || (path !== "/account/settings" && pathname.startsWith(`${path}/`)),
    )
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  return (
    <div className="settings">
      <div className="subnav" data-no-print="">
        <button type="button" className="menu-toggle subnav-toggle" popoverTarget="settings-menu">
          Settings{here ? `: ${here.name}` : ""}
          <Icon name="chevron" />
        </button>
        <nav className="subnav-menu" id="settings-menu" popover="auto" aria-label="Settings">
          {groups.map((group) => (
            <Pages key={group.title} group={group} here={here?.path} />
          ))}
        </nav>
      </div>
      <Outlet />
    </div>
  );
}

function Pages({ group: { title, pages, folds }, here }: { group: Group; here: string | undefined }) {
  const links = (
    <ul aria-label={title}>
      {pages.map(({ path, name }) => (
        <li key={path}>
          <Link className="bar-link" to={path} aria-current={path === here ? "page" : undefined}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
  return folds ? (
    <details className="subnav-group fold" open={pages.some(({ path }) => path === here)}>
      <summary>{title}</summary>
      {links}
    </details>
  ) : (
    <div className="subnav-group">
      <p className="label">{title}</p>
      {links}
    </div>
  );
}
