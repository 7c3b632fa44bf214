import type { Action, Role, ToolWord } from "#ground/businesses/public.server.ts";

export const CHANNELS = ["email", "push", "text"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Something that people are notified of: one row of the table in their settings. */
export interface NotificationKind {
  /** `room.what`, such as `leads.new`. Stored, so it never changes. */
  readonly kind: string;
  /** "New lead". */
  readonly label: string;
  /** When exactly, under the label. */
  readonly hint?: string;
  /**
   * The right needed to hear of it; default `work.read`. With `job.work`, guests hear of it too, on their own
   * job.
   */
  readonly right?: Action;
  /** Only businesses with this tool have it; the list of tools sets it. */
  readonly tool?: ToolWord;
  /** How people hear of it who never chose; default: owners by email and on their devices, others not. */
  readonly preset?: Readonly<Record<"owner" | "others", readonly Channel[]>>;
}

const PRESET = { owner: ["email", "push"], others: [] } as const;

/** For what concerns certain people, such as who sent an estimate: they hear of it without having chosen. */
export const OWN_TOO = { owner: ["email", "push"], others: ["email", "push"] } as const;

/** How a role hears of a kind until its person chooses. */
const presetOf = ({ preset = PRESET }: NotificationKind, role: Role): readonly Channel[] =>
  role === "owner" ? preset.owner : preset.others;

/** What one person chose, by kind; kinds that are missing follow their preset. */
export type Choices = Readonly<Record<string, readonly Channel[]>>;

/** How a person hears of a kind. */
export const channelsOf = (kind: NotificationKind, role: Role, choices: Choices): readonly Channel[] =>
  choices[kind.kind] ?? presetOf(kind, role);
