/** What a person can be in a business, from most to least. */
export const ROLES = ["owner", "manager", "member", "guest"] as const;
export type Role = (typeof ROLES)[number];

/** Who may do it, and how the table of rights says it. */
interface Right {
  readonly label: string;
  readonly roles: readonly Role[];
}

/**
 * Everything that somebody may or may not do in an account. `inAccount()` asks for one of these, the
 * database's policies are made from them (`tableRoles`), and the page about people draws them as a table: one
 * list, three uses.
 */
export const ACTIONS = {
  "account.enter": {
    label: "Open the business and see whose it is",
    roles: ["owner", "manager", "member", "guest"],
  },
  "job.work": {
    label: "Work on one job they were invited to",
    roles: ["owner", "manager", "member", "guest"],
  },
  "work.read": { label: "See leads, guides, follow-up, and all jobs", roles: ["owner", "manager", "member"] },
  "work.write": {
    label: "Answer leads, make guides and personal links, work on all jobs",
    roles: ["owner", "manager", "member"],
  },
  "leads.import": {
    label: "Import leads from a file, take that back, and download all leads",
    roles: ["owner", "manager"],
  },
  "people.read": { label: "See who works here, and who is invited", roles: ["owner", "manager", "member"] },
  "people.change": { label: "Invite, change, and remove members and guests", roles: ["owner", "manager"] },
  "business.change": { label: "Change the business's details, look, and link", roles: ["owner", "manager"] },
  "api.change": {
    label: "Make keys for other programs, and tell them what happens",
    roles: ["owner", "manager"],
  },
  "people.owners": { label: "Make managers and owners, hand the business over", roles: ["owner"] },
  "sending.change": { label: "Connect the business's own mail and text service", roles: ["owner"] },
  "history.read": { label: "Read the business's history", roles: ["owner"] },
  "account.export": { label: "Take all of the business's data along", roles: ["owner"] },
  "account.close": { label: "Close the business", roles: ["owner"] },
  nobody: { label: "", roles: [] },
} as const satisfies Record<string, Right>;

export type Action = keyof typeof ACTIONS;

/** Whether a role includes an action; whoever has none may do nothing. */
export function may(role: Role | undefined, action: Action): boolean {
  const roles: readonly (Role | undefined)[] = ACTIONS[action].roles;
  return roles.includes(role);
}

/**
 * The role of whoever acts; undefined where nobody of the business does. Platform carries a role as the word
 * that it is in the database, where only this feature writes it.
 */
export const actingRole = ({
  member,
}: {
  readonly member: { readonly role: string } | null;
}): Role | undefined => member?.role as Role | undefined;

/** Which actions it takes to read and to write the rows of a table. */
export interface TableRights {
  readonly read: Action;
  readonly write: Action;
  /** Rows are added, never changed or removed. */
  readonly appendOnly?: boolean;
  /** A guest works on the rows of their one job (a `job_id` column), beside whoever does the work. */
  readonly ofJob?: boolean;
}

/**
 * Tables that say nothing: whoever does the work. A guest sees none of it, but for rows of their one job (a
 * `job_id` column).
 */
export const USUAL_RIGHTS: TableRights = { read: "work.read", write: "work.write" };

/** What each role is, for those who choose one. */
export const ROLE_LABELS = {
  owner: { name: "Owner", words: "Everything, including people, connections, and closing the business." },
  manager: { name: "Manager", words: "All the work, the business's details, and who is a member." },
  member: { name: "Member", words: "All the work: leads, guides, follow-up, jobs." },
  guest: { name: "Guest", words: "One job, and nothing else." },
} as const satisfies Record<Role, { name: string; words: string }>;

/**
 * Which roles somebody may give to others, take from them, and remove. The database holds managers to it too.
 */
export function grantableRoles(role: Role | undefined): readonly Role[] {
  if (may(role, "people.owners")) return ROLES;
  return may(role, "people.change") ? ["member", "guest"] : [];
}

/**
 * Which roles somebody may invite for. Nobody is invited as an owner: that takes a person who is here
 * already.
 */
export function invitableRoles(role: Role | undefined): readonly Role[] {
  return grantableRoles(role).filter((one) => one !== "owner");
}

/** Somebody's place in a business. */
export interface Seat {
  readonly userId: string;
  readonly role: Role;
}

/** Why something about the people of a business is not done, and how it is answered. */
export interface Refusal {
  readonly code: "forbidden" | "conflict" | "not_found";
  readonly message: string;
}

const NOBODY: Refusal = {
  code: "not_found",
  message: "This person does not belong to the business any more.",
};
const LAST_OWNER: Refusal = {
  code: "conflict",
  message: "A business always has an owner, and this is the only one. Make somebody else an owner first.",
};
const notYours = (role: Role): Refusal => ({
  code: "forbidden",
  message: `This is not open to a ${role} of this business. Its owner can do it.`,
});

const seatOf = (seats: readonly Seat[], userId: string) => seats.find((seat) => seat.userId === userId);
const isLastOwner = (seats: readonly Seat[], seat: Seat) =>
  seat.role === "owner" && !seats.some((other) => other.role === "owner" && other.userId !== seat.userId);

/**
 * Why `by` may not make `of` a `to`; null when they may. Nobody raises themselves, as nobody holds a role
 * above their own.
 */
export function refuseRole(
  seats: readonly Seat[],
  { by, of, to }: { by: string; of: string; to: Role },
): Refusal | null {
  const actor = seatOf(seats, by);
  const seat = seatOf(seats, of);
  if (!actor) return notYours("guest");
  if (!grantableRoles(actor.role).includes(to)) return notYours(actor.role);
  if (!seat) return NOBODY;
  if (!grantableRoles(actor.role).includes(seat.role)) return notYours(actor.role);
  return to !== "owner" && isLastOwner(seats, seat) ? LAST_OWNER : null;
}

/** Why `by` may not remove `of`; null when they may. Leaving is another thing: see `refuseLeaving`. */
export function refuseRemoval(
  seats: readonly Seat[],
  { by, of }: { by: string; of: string },
): Refusal | null {
  const actor = seatOf(seats, by);
  const seat = seatOf(seats, of);
  if (!actor || !may(actor.role, "people.change")) return notYours(actor?.role ?? "guest");
  if (!seat) return NOBODY;
  if (!grantableRoles(actor.role).includes(seat.role)) return notYours(actor.role);
  return isLastOwner(seats, seat) ? LAST_OWNER : null;
}

/** Why somebody may not leave; null when they may. Everybody may, but for the last owner. */
export function refuseLeaving(seats: readonly Seat[], userId: string): Refusal | null {
  const seat = seatOf(seats, userId);
  if (!seat) return { code: "not_found", message: "You do not belong to this business any more." };
  return isLastOwner(seats, seat)
    ? {
        code: "conflict",
        message: "You are the only owner. Hand the business over first, or close it under Your data.",
      }
    : null;
}

/** An address that its owner knows again and nobody else reads: `d…@example.com`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at).match(/./u)?.[0] ?? ""}…${email.slice(at)}`;
}
