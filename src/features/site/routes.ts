import { index, route, type RouteConfigEntry } from "@react-router/dev/routes";

export default [
  index("features/site/home.tsx"),
  route("leadMagnet", "features/site/lead-magnet.tsx"),
  route("leadDrip", "features/site/lead-drip.tsx"),
  route("about", "features/site/about.tsx"),
  route("articles", "features/site/articles/list.tsx"),
  route("articles/feed.xml", "features/site/articles/feed.ts"),
  route("blog/:slug", "features/site/articles/article.tsx"),
  route("termsofservice", "features/site/legal/terms.tsx"),
  route("privacy", "features/site/legal/privacy.tsx"),
  route("contact", "features/site/contact/contact.tsx"),
  route(".well-known/security.txt", "features/site/security-txt.ts"),
  route("api/contact", "features/site/contact/api.ts"),
  route("api/page-view", "features/site/page-views/record.ts"),
  route("api/addToWaitlist", "features/site/waitlist/api.ts"),
  route("buildlog", "features/site/tools/build-log.tsx"),
  route("changeorder", "features/site/tools/change-log.tsx"),
  route("checky", "features/site/tools/checky.tsx"),
  route("proofpix", "features/site/tools/proof-pix.tsx"),
  route("estimini", "features/site/tools/esti-mini.tsx"),
  route("sitesafe", "features/site/tools/site-safe.tsx"),
] satisfies RouteConfigEntry[];
