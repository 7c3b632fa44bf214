import { index, route, type RouteConfigEntry } from "@react-router/dev/routes";

export default [
  index("faces/site/home.tsx"),
  route("leadMagnet", "faces/site/lead-magnet.tsx"),
  route("leadDrip", "faces/site/lead-drip.tsx"),
  route("about", "faces/site/about.tsx"),
  route("articles", "faces/site/articles/list.tsx"),
  route("articles/feed.xml", "faces/site/articles/feed.ts"),
  route("blog/:slug", "faces/site/articles/article.tsx"),
  route("termsofservice", "faces/site/legal/terms.tsx"),
  route("privacy", "faces/site/legal/privacy.tsx"),
  route("contact", "faces/site/contact/contact.tsx"),
  route(".well-known/security.txt", "faces/site/security-txt.ts"),
  route("api/contact", "faces/site/contact/api.ts"),
  route("api/page-view", "faces/site/page-views/record.ts"),
  route("api/addToWaitlist", "faces/site/waitlist/api.ts"),
  route("buildlog", "faces/site/tools/build-log.tsx"),
  route("changeorder", "faces/site/tools/change-log.tsx"),
  route("checky", "faces/site/tools/checky.tsx"),
  route("proofpix", "faces/site/tools/proof-pix.tsx"),
  route("estimini", "faces/site/tools/esti-mini.tsx"),
  route("sitesafe", "faces/site/tools/site-safe.tsx"),
] satisfies RouteConfigEntry[];
