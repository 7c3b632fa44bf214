/** Roles, from most rights to least. */
export const ROLES = ["owner", "manager", "member", "guest"] as const;
export type Role = (typeof ROLES)[number];

interface Right {
  readonly label: string;
  readonly roles: readonly Role[];
}

/**
 * Every right in an account. `inAccount()` checks them, the database policies are generated from them
 * (`tableRoles`), and the People page shows them as a table.
 */
export const ACTIONS = {
  "account.enter": {
    label: "Open the business and see who owns it",
    roles: ["owner", "manager", "member", "guest"],
  },
  "job.work": {
    label: "Work on one job they were invited to",
    roles: ["owner", "manager", "member", "guest"],
  },
  "work.read": { label: "See leads, guides, follow-up, and all jobs", roles: ["owner", "manager", "member"] },
  "work.write": {
    label: "Reply to leads, make guides and personal links, work on all jobs",
    roles: ["owner", "manager", "member"],
  },
  "leads.import": {
    label: "Import leads from a file, undo an import, and download all leads",
    roles: ["owner", "manager"],
  },
  "people.read": { label: "See who works here, and who is invited", roles: ["owner", "manager", "member"] },
  "people.change": { label: "Invite, change, and remove members and guests", roles: ["owner", "manager"] },
  "business.change": { label: "Change the business’s details, look, and link", roles: ["owner", "manager"] },
  "api.change": {
    label: "Manage API keys and webhooks",
    roles: ["owner", "manager"],
  },
  "people.owners": { label: "Make managers and owners, transfer ownership", roles: ["owner"] },
  "sending.change": { label: "Connect the business’s own email and text service", roles: ["owner"] },
  "history.read": { label: "Read the business’s history", roles: ["owner"] },
  "account.export": { label: "Download all of the business’s data", roles: ["owner"] },
  "account.close": { label: "Close the business", roles: ["owner"] },
  nobody: { label: "", roles: [] },
} as const satisfies Record<string, Right>;

export type Action = keyof typeof ACTIONS;

/** Whether a role includes an action. No role means no. */
export function may(role: Role | undefined, action: Action): boolean {
  const roles: readonly (Role | undefined)[] = ACTIONS[action].roles;
  return roles.includes(role);
}

/**
 * The acting person's role; undefined when no member of the business is acting. Platform stores the role as a
 * plain string, and only this room writes it.
 */
export const actingRole = ({
  member,
}: {
  readonly member: { readonly role: string } | null;
}): Role | undefined => member?.role as Role | undefined;

/** The actions required to read and to write a table's rows. */
export interface TableRights {
  readonly read: Action;
  readonly write: Action;
  /** Rows can be added but never changed or removed. */
  readonly appendOnly?: boolean;
  /** Guests may also work on the rows of their one job (`job_id` column). */
  readonly ofJob?: boolean;
  /** SQL condition that a row meets for the acting person to read it, beside their role. */
  readonly readableIf?: string;
  /** Likewise, to write one. */
  readonly writableIf?: string;
}

/**
 * Rights of tables that don't declare any. Guests see none of the rows, except those of their one job
 * (`job_id` column).
 */
export const USUAL_RIGHTS: TableRights = { read: "work.read", write: "work.write" };

/** What each role can do, for a person choosing one. */
export const ROLE_LABELS = {
  owner: { name: "Owner", words: "Everything, including people, connections, and closing the business." },
  manager: {
    name: "Manager",
    words: "All the work, the business’s details, and adding or removing members.",
  },
  member: { name: "Member", words: "All the work: leads, guides, follow-up, jobs." },
  guest: { name: "Guest", words: "One job, and nothing else." },
} as const satisfies Record<Role, { name: string; words: string }>;

/** The roles a person may give, revoke and remove. The database enforces this for managers too. */
export function grantableRoles(role: Role | undefined): readonly Role[] {
  if (may(role, "people.owners")) return ROLES;
  return may(role, "people.change") ? ["member", "guest"] : [];
}

/** The roles a person may invite for. Nobody is invited as an owner; an owner must already be a member. */
export function invitableRoles(role: Role | undefined): readonly Role[] {
  return grantableRoles(role).filter((one) => one !== "owner");
}

export interface Seat {
  readonly userId: string;
  readonly role: Role;
}

export interface Refusal {
  readonly code: "forbidden" | "conflict" | "not_found";
  readonly message: string;
}

const NOBODY: Refusal = {
  code: "not_found",
  message: "This person is no longer in the business.",
};
const LAST_OWNER: Refusal = {
  code: "conflict",
  message: "A business always needs an owner, and this is the only one. Make someone else an owner first.",
};
const notYours = (role: Role): Refusal => ({
  code: "forbidden",
  message: `A ${role} can’t do this. The owner of the business can.`,
});

const seatOf = (seats: readonly Seat[], userId: string) => seats.find((seat) => seat.userId === userId);
const isLastOwner = (seats: readonly Seat[], seat: Seat) =>
  seat.role === "owner" && !seats.some((other) => other.role === "owner" && other.userId !== seat.userId);

/**
 * Why `by` may not give `of` the role `to`; null when allowed. Nobody can promote themselves, because nobody
 * may grant a role above their own.
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

/** Why `by` may not remove `of`; null when allowed. For leaving, see `refuseLeaving`. */
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

/** Why a person may not leave; null when allowed. Only the last owner may not. */
export function refuseLeaving(seats: readonly Seat[], userId: string): Refusal | null {
  const seat = seatOf(seats, userId);
  if (!seat) return { code: "not_found", message: "You’re no longer in this business." };
  return isLastOwner(seats, seat)
    ? {
        code: "conflict",
        message: "You’re the only owner. Transfer ownership first, or close it under Your data.",
      }
    : null;
}

/** An address its owner recognizes and others can't read: `d…@example.com`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at).match(/./u)?.[0] ?? ""}…${email.slice(at)}`;
}
