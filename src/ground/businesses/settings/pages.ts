import { type Action, may, type Role } from "../rules.ts";

interface SettingsPage {
  readonly path: string;
  readonly name: string;
  /** The right needed to see the link; personal pages need none. */
  readonly action?: Action;
}

export interface SettingsGroup {
  readonly title: string;
  readonly pages: readonly SettingsPage[];
  /** Technical: closed until its page is open. */
  readonly folds?: boolean;
}

const PROVIDERS = "/account/settings/providers";

const GROUPS: readonly SettingsGroup[] = [
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
      { path: "/account/settings/page", name: "Your page", action: "business.change" },
      { path: "/account/settings/link", name: "Personal link", action: "business.change" },
      { path: "/account/settings/form", name: "Your form", action: "business.change" },
      { path: "/account/settings/visits", name: "Visits", action: "business.change" },
      { path: "/account/settings/sending", name: "Email and texts", action: "sending.change" },
    ],
  },
  {
    title: "Jobs and data",
    pages: [
      { path: "/account/settings/quickbooks", name: "QuickBooks", action: "work.read" },
      { path: "/account/settings/storage", name: "Storage", action: "work.read" },
      { path: "/account/settings/history", name: "History", action: "history.read" },
      { path: "/account/settings/data", name: "Your data" },
    ],
  },
  {
    title: "Your account",
    pages: [
      { path: "/account/settings/you", name: "You" },
      { path: "/account/settings/notifications", name: "Notifications", action: "work.read" },
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

/** The settings pages that a person can open, by group. @param hasProviders whether logins by OpenID exist */
export function settingsGroups(role: Role | undefined, hasProviders: boolean): SettingsGroup[] {
  const isShown = ({ path, action }: SettingsPage) =>
    (!action || may(role, action)) && (path !== PROVIDERS || hasProviders);
  return GROUPS.map((group) => ({ ...group, pages: group.pages.filter(isShown) })).filter(
    ({ pages }) => pages.length > 0,
  );
}
