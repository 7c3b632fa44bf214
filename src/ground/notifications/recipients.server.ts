import { type Member, listPeople, may } from "#ground/businesses/public.server.ts";
import { findPeople } from "#ground/identity/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { choicesOfAll, type PersonChoices } from "./settings/choices.server.ts";
import { peopleWithDevices } from "./push/devices.server.ts";
import { phonesToText } from "./texts/phones.server.ts";
import { type Channel, channelsOf, type NotificationKind } from "./kinds.ts";
import type { notificationsEvents } from "./tables.server.ts";

export type Happened = typeof notificationsEvents.$inferSelect;

/** Someone in the business, and how they can be reached. */
export interface Recipient extends Member, PersonChoices {
  readonly reachableBy: ReadonlySet<Channel>;
  /** For texts, E.164. */
  readonly phone: string | null;
}

/** Everyone in the business. Call without a person's role: not everyone may see who works there. */
export async function recipientsOf(ctx: AccountContext): Promise<Recipient[]> {
  const members = await listPeople(ctx);
  const ids = members.map(({ userId }) => userId);
  const [people, withDevices, phones, choices] = [
    await findPeople(ctx.db, ids),
    await peopleWithDevices(ctx),
    await phonesToText(ctx),
    await choicesOfAll(ctx),
  ];
  // An email may name other people, so it needs a verified address.
  const verified = new Set(people.filter(({ emailVerified }) => emailVerified).map(({ id }) => id));
  return members.map((member) => {
    const reachableBy = new Set<Channel>();
    if (verified.has(member.userId)) reachableBy.add("email");
    if (withDevices.has(member.userId)) reachableBy.add("push");
    const phone = phones.get(member.userId) ?? null;
    if (phone !== null) reachableBy.add("text");
    return { ...member, ...choices(member.userId), reachableBy, phone };
  });
}

/** On which channels a person hears of what happened, if at all. */
export function channelsFor(
  person: Recipient,
  kind: NotificationKind,
  { jobId, people, byUser, text: { emailed = [] } }: Pick<Happened, "jobId" | "people" | "byUser" | "text">,
): readonly Channel[] {
  const { userId, role } = person;
  if (userId === byUser || !may(role, kind.right ?? "work.read")) return [];
  if (role === "guest" && (jobId === null || jobId !== person.jobId)) return [];
  const concerns = people === null || role === "owner" || people.includes(userId);
  if (!concerns && !(person.hearsAll && role !== "guest")) return [];
  const hasEmail = emailed.includes(person.email.toLowerCase());
  return channelsOf(kind, role, person.channels).filter(
    (channel) => person.reachableBy.has(channel) && !(channel === "email" && hasEmail),
  );
}
