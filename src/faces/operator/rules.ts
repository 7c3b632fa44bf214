import { dayWords } from "#platform/time/format.ts";

/** Logged operator actions, with their labels. */
export const CONSOLE_ACTIONS = {
  "message.done": "Marked a message as done",
  "message.reopened": "Reopened a message",
  "waitlist.invited": "Invited people",
  "waitlist.invited-again": "Resent an invitation",
  "waitlist.downloaded": "Downloaded the waitlist",
  "tool.opened": "Opened a tool to everyone",
  "tool.closed": "Closed a tool to people without it",
  "tool.given": "Gave an account a tool",
  "account.suspended": "Suspended an account",
  "account.restored": "Restored an account",
  "person.signed-out": "Logged someone out everywhere",
  "person.two-step-off": "Turned off someone’s two-step login",
  "task.retried": "Reran failed tasks",
  "task.removed": "Removed a failed task",
} as const;
export type ConsoleAction = keyof typeof CONSOLE_ACTIONS;

/** How many days an invitation can be accepted. */
const INVITATION_DAYS = 90;

export type InvitationState = "open" | "accepted" | "expired";

/** Whether an invitation can still be accepted. */
export function invitationState(
  {
    invitedAt,
    acceptedAt,
  }: { readonly invitedAt: Temporal.Instant; readonly acceptedAt: Temporal.Instant | null },
  now: Temporal.Instant,
): InvitationState {
  if (acceptedAt) return "accepted";
  return Temporal.Instant.compare(now, invitedAt.add({ hours: INVITATION_DAYS * 24 })) < 0
    ? "open"
    : "expired";
}

/**
 * The row range of a list's page, by the page number in the address; invalid numbers mean the first page.
 */
export function pageOf(
  text: string | null,
  size: number,
): { readonly page: number; readonly limit: number; readonly offset: number } {
  const page = /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
  return { page, limit: size, offset: (page - 1) * size };
}

/**
 * The console page to return to after a form, with its query and the result.
 * @param url of the form's request: scripts and browsers post to different paths, so only its query is
 * used
 */
export function backTo(path: string, url: string, did: string): string {
  const query = new URL(url).searchParams;
  for (const name of ["index", "_routes", "did"]) query.delete(name);
  query.set("did", did);
  return `${path}?${query}`;
}

/** The search text of an address, limited in length and without characters that the database rejects. */
export const searchOf = (text: string | null): string =>
  (text ?? "").toWellFormed().replaceAll("\0", "").trim().slice(0, 100);

/** The longest text in a reply link: programs cut long links, so we cut it ourselves and show that. */
const QUOTED_CHARACTERS = 1_200;

/** The mailto link that answers a contact message, with subject and quoted text. */
export function replyLink(
  { name, email, message }: { readonly name: string; readonly email: string; readonly message: string },
  brand: string,
): string {
  // Cut between two characters, never inside one.
  const cut =
    message.length > QUOTED_CHARACTERS
      ? message.slice(0, QUOTED_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "")
      : message;
  const shown = cut === message ? message : `${cut} [...]`;
  const quoted = shown
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\r\n");
  const body = `Hi ${name},\r\n\r\n\r\n\r\nYou wrote:\r\n${quoted}\r\n`;
  // Mail programs read `+` as a plus, not as a space, so URLSearchParams can't be used.
  const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
  return `mailto:${encode(email).replace("%40", "@")}?subject=${encode(`Your message to ${brand}`)}&body=${encode(body)}`;
}

/** Every day of a period, oldest first, with its count; days without a row are zero. */
export function everyDay(
  counts: ReadonlyMap<string, number>,
  days: number,
  today: Temporal.PlainDate,
): { day: string; count: number }[] {
  return Array.from({ length: days }, (_, at) => {
    const day = today.subtract({ days: days - 1 - at }).toString();
    return { day, count: counts.get(day) ?? 0 };
  });
}

/** The same with the day formatted. */
export const inWords = ({
  day,
  count,
}: {
  readonly day: string;
  readonly count: number;
}): { day: string; count: number } => ({
  day: dayWords(Temporal.PlainDate.from(day)),
  count,
});

/** The first moment of a day (UTC). */
export const dayStart = (now: Temporal.Instant): Temporal.Instant =>
  now.toZonedDateTimeISO("UTC").startOfDay().toInstant();

/** The 24 hours up to now (UTC), oldest first, as `YYYY-MM-DD HH`, with the count of each. */
export function everyHour(
  counts: ReadonlyMap<string, number>,
  now: Temporal.Instant,
): { hour: string; count: number }[] {
  return Array.from({ length: 24 }, (_, at) => {
    const hour = now
      .subtract({ hours: 23 - at })
      .toString()
      .slice(0, 13)
      .replace("T", " ");
    return { hour, count: counts.get(hour) ?? 0 };
  });
}
