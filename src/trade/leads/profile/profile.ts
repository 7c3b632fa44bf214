import type { RecentWork } from "./recent-work.server.ts";
import type { WorkPhoto } from "./work-photos.server.ts";
import type { PagePlan } from "./page-plan.ts";

/** The guide as a page shows it. */
export interface ShownGuide {
  readonly title: string;
  /** Its cover: a path for an `<img>`, and its size in pixels; null until it is drawn. */
  readonly cover: { readonly src: string; readonly width: number; readonly height: number } | null;
  /** Headings of its parts; empty for a guide that was drawn before these were noted. */
  readonly inside: readonly string[];
}

/** What a page shows of a business beside its letterhead. What the owner left empty is null or empty. */
export interface Profile {
  readonly person: string | null;
  readonly services: string | null;
  readonly area: string | null;
  readonly words: string | null;
  /** Path of a picture. */
  readonly face: string | null;
  /** Where to read reviews. */
  readonly reviews: string | null;
  /** Work on jobs, shown while its client agrees; the business's own order. */
  readonly recent: readonly RecentWork[];
  /** Pictures that the business uploaded. */
  readonly work: readonly WorkPhoto[];
  /** Where to book a visit; null while the business takes none. */
  readonly visitLink: string | null;
}

/**
 * Where clients read reviews. The link that owners paste from Google opens a form that writes one.
 * @param link an https address of theirs
 */
export function readReviewsAt(link: string): string {
  const url = new URL(link);
  if (url.hostname === "g.page" && /\/review\/?$/.test(url.pathname))
    url.pathname = url.pathname.replace(/\/review\/?$/, "");
  else if (url.hostname === "search.google.com" && url.pathname === "/local/writereview")
    url.pathname = "/local/reviews";
  else return link;
  return url.href;
}

/** What they do and where: "Bathroom remodeling in Denver and the suburbs". */
export function describeTrade({ services, area }: Pick<Profile, "services" | "area">): string | null {
  return services && area ? `${services} · ${area}` : (services ?? area);
}

const DAYS = ["", "a day", "2 days", "3 days", "4 days", "5 days", "6 days", "a week"];

const describeDays = (days: number) =>
  days < DAYS.length
    ? DAYS[Math.max(1, days)]!
    : days < 45
      ? `${Math.round(days / 7)} weeks`
      : `${Math.round(days / 30)} months`;

/**
 * What happens after asking, in order and in plain words, and nothing that the business didn't set up.
 * @param who whom clients meet, or the business
 */
export function nextSteps(title: string, who: string, plan: PagePlan | undefined): string[] {
  const more =
    plan &&
    `Over the next ${describeDays(plan.days)} you’ll get ${plan.emails === 1 ? "one more email" : `up to ${plan.emails} more emails`}. You can unsubscribe with one tap.`;
  return [
    `“${title}” is on its way to your inbox. It usually takes a minute. If you don’t see it, check your spam folder.`,
    `${who} knows you asked.`,
    ...(more ? [more] : []),
  ];
}
