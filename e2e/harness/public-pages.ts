// The public screens as promised: written by hand and not read from the code, so that a lost route is
// noticed.

/** A tool's waitlist page: route, full title, source tag. */
export const TOOL_PAGES = [
  { path: "/buildlog", title: "BuildLog – Daily Construction Log", source: "product-build-log" },
  { path: "/changeorder", title: "ChangeLog", source: "product-changelog" },
  { path: "/checky", title: "Checky – Smart Checklists for Construction Teams", source: "product-checky" },
  { path: "/proofpix", title: "ProofPix – Photo Documentation Made Easy", source: "product-proofpix" },
  { path: "/estimini", title: "EstiMini – Quick Estimates for Small Jobs", source: "product-estimini" },
  {
    path: "/sitesafe",
    title: "SiteSafe – Safety Docs and Inspections in One Place",
    source: "product-sitesafe",
  },
] as const;

/** Every public route with a fixed address. */
export const PUBLIC_ROUTES = [
  "/",
  "/contact",
  "/about",
  "/genLeadMagnet",
  "/genLeadDrip",
  "/verify",
  "/leadMagnet",
  "/leadDrip",
  "/termsofservice",
  "/privacy",
  ...TOOL_PAGES.map(({ path }) => path),
  "/articles",
  "/login",
  "/register",
] as const;

/** The account's pages in the navigation. */
export const ACCOUNT_PAGES = [
  ["/account/dashboard", "Dashboard"],
  ["/account/jobs", "Jobs"],
  ["/account/logs", "Logs"],
  ["/account/reports", "Reports"],
  ["/account/settings", "Settings"],
] as const;

/** The articles' addresses, from their list. */
export async function articlePaths(base: string): Promise<string[]> {
  const html = await (await fetch(`${base}/articles`)).text();
  return [...new Set([...html.matchAll(/href="(\/blog\/[\w-]+)"/g)].map(([, path]) => path!))];
}
