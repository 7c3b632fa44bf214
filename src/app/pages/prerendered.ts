/**
 * Pages that are the same for everyone: rendered at build time and served from memory, even when the
 * database is down.
 */
export const prerendered = [
  "/",
  "/leadMagnet",
  "/leadDrip",
  "/about",
  "/articles",
  "/termsofservice",
  "/privacy",
  "/contact",
  "/buildlog",
  "/changeorder",
  "/checky",
  "/proofpix",
  "/estimini",
  "/sitesafe",
];

/** Pages rendered per visit that search engines may list as well. */
export const indexedScreens = ["/genLeadMagnet", "/genLeadDrip", "/verify", "/login", "/register"];

/**
 * Files for machines, also made at build time. Articles are added from their folder: see
 * react-router.config.ts.
 */
export const prerenderedFiles = ["/sitemap.xml", "/articles/feed.xml"];

/** Old addresses that other sites link to, and where they redirect. */
export const moved = {
  "/terms": "/termsofservice",
  "/generate/lead-magnet": "/genLeadMagnet",
  "/generate/lead-drip": "/genLeadDrip",
};
