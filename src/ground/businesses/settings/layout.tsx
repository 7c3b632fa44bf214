import { type LoaderFunctionArgs, NavLink, Outlet, redirect, useLoaderData, useLocation } from "react-router";
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

const PROVIDERS = "/account/settings/providers";

const BUSINESS_PAGES: readonly SettingsPage[] = [
  { path: "/account/settings", name: "Business", action: "business.change" },
  { path: "/account/settings/look", name: "Look", action: "business.change" },
  { path: "/account/settings/link", name: "Personal link", action: "business.change" },
  { path: "/account/settings/form", name: "Your form", action: "business.change" },
  { path: "/account/settings/sending", name: "Email and texts", action: "sending.change" },
  { path: "/account/settings/api", name: "API", action: "api.change" },
  { path: "/account/settings/storage", name: "Storage", action: "work.read" },
  { path: "/account/settings/people", name: "People", action: "people.read" },
  { path: "/account/settings/history", name: "History", action: "history.read" },
];
const PERSONAL_PAGES: readonly SettingsPage[] = [
  { path: "/account/settings/you", name: "You" },
  { path: "/account/settings/sessions", name: "Devices" },
  { path: "/account/settings/security", name: "Login" },
  { path: PROVIDERS, name: "Providers" },
  { path: "/account/settings/data", name: "Your data" },
  { path: "/account/businesses", name: "Businesses" },
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
  const shown = (pages: readonly SettingsPage[]) =>
    pages.filter(({ action }) => !action || (role !== null && may(role, action)));
  const own = shown(PERSONAL_PAGES).filter(({ path }) => path !== PROVIDERS || openIdProviders().length > 0);
  return { business: shown(BUSINESS_PAGES), own };
}

/**
 * The frame of all rooms' settings pages: two rows of links on a desktop, a sheet behind one button on a
 * phone.
 */
export default function SettingsLayout() {
  const { business, own } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const here = [...business, ...own].findLast(
    ({ path }) => pathname === path || (path !== "/account/settings" && pathname.startsWith(`${path}/`)),
  );
  return (
    <>
      <div className="page" data-no-print="">
        <div className="subnav">
          <button type="button" className="menu-toggle subnav-toggle" popoverTarget="settings-menu">
            Settings{here ? `: ${here.name}` : ""}
            <Icon name="chevron" />
          </button>
          <nav className="subnav-menu" id="settings-menu" popover="auto" aria-label="Settings">
            {business.length > 0 ? (
              <Pages title="This business" id="settings-business" pages={business} />
            ) : null}
            <Pages title="Your account" id="settings-own" pages={own} />
          </nav>
        </div>
      </div>
      <Outlet />
    </>
  );
}

function Pages({ title, id, pages }: { title: string; id: string; pages: readonly SettingsPage[] }) {
  return (
    <div className="subnav-group">
      <p className="label" id={id}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {pages.map(({ path, name }) => (
          <li key={path}>
            <NavLink className="bar-link" to={path} end={path === "/account/settings"}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
