/**
 * Pages that are the same for everyone: rendered at build time, served from memory, up even when the database
 * is down.
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

/** Pages made for each visit that search engines may list as well. */
export const indexedScreens = ["/genLeadMagnet", "/genLeadDrip", "/login", "/register"];

/**
 * What machines read, made at build time too. Articles come from their folder: see react-router.config.ts.
 */
export const prerenderedFiles = ["/sitemap.xml", "/articles/feed.xml"];

/** Addresses that links elsewhere lead to, and the pages they mean. */
export const moved = {
  "/terms": "/termsofservice",
  "/generate/lead-magnet": "/genLeadMagnet",
  "/generate/lead-drip": "/genLeadDrip",
};
