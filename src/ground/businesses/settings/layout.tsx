import { Link, type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useLocation } from "react-router";
import { openIdProviders } from "#ground/identity/public.server.ts";
import { Icon } from "#ui/icons.tsx";
import { may } from "../rules.ts";
import { findStanding } from "../access/membership.server.ts";
import { type SettingsGroup, settingsGroups } from "./pages.ts";

/**
 * The pages this person can open. People who can't change the business are redirected to their personal
 * settings.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const role = await findStanding(request);
  const { pathname } = new URL(request.url);
  if (/^\/account\/settings(?:\.data)?$/.test(pathname) && (!role || !may(role, "business.change")))
    throw redirect("/account/settings/you");
  return { groups: settingsGroups(role ?? undefined, openIdProviders().length > 0) };
}

/**
 * The frame of all rooms' settings pages: a list of groups beside the page on a desktop, a sheet behind one
 * button on a phone.
 */
export default function SettingsLayout() {
  const { groups } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  // The longest path wins: the sending domain's path is under that of email and texts.
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

function Pages({ group: { title, pages, folds }, here }: { group: SettingsGroup; here: string | undefined }) {
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
