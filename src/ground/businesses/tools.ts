/** The field tools, by their URL segment inside a job. */
export const TOOLS = ["logs", "changes", "checklists", "photos", "estimates", "safety"] as const;
export type ToolWord = (typeof TOOLS)[number];

export interface FieldTool {
  readonly word: ToolWord;
  readonly name: string;
  /** What it is for, in a menu. */
  readonly about: string;
  readonly page: `/${string}`;
  /** The source of its waitlist entries. */
  readonly source: string;
  /** Where it opens in the account: its own page, or the list of jobs. */
  readonly opens: `/account/${string}`;
  /** What it begins for a lead: a form posts `lead`, its id, there. */
  readonly forLead?: { readonly label: string; readonly path: `/account/${string}` };
  /** Whether safety actions are its own: it shows them on Today, and other tools don’t. */
  readonly hasActions?: true;
  /** Its link on a job where a day in the field begins. */
  readonly daily?: string;
  /**
   * Whether this version includes it. The operator gets a warning when inviting businesses to one that it
   * doesn't.
   */
  readonly built: boolean;
}

/** All six, in navigation order. */
export const FIELD_TOOLS: readonly FieldTool[] = [
  {
    word: "logs",
    name: "BuildLog",
    about: "Daily logs with photos and weather",
    page: "/buildlog",
    source: "product-build-log",
    opens: "/account/logs",
    daily: "Daily log",
    built: true,
  },
  {
    word: "changes",
    name: "ChangeLog",
    about: "Change orders, approved in writing",
    page: "/changeorder",
    source: "product-changelog",
    opens: "/account/changes",
    built: true,
  },
  {
    word: "checklists",
    name: "Checky",
    about: "Checklists and punch lists",
    page: "/checky",
    source: "product-checky",
    opens: "/account/checklists",
    built: true,
  },
  {
    word: "photos",
    name: "ProofPix",
    about: "Site photos you can find again",
    page: "/proofpix",
    source: "product-proofpix",
    opens: "/account/photos",
    built: true,
  },
  {
    word: "estimates",
    name: "EstiMini",
    about: "Estimates, sent and approved",
    page: "/estimini",
    source: "product-estimini",
    opens: "/account/estimates",
    forLead: { label: "Write an estimate", path: "/account/estimates/begin" },
    built: true,
  },
  {
    word: "safety",
    name: "SiteSafe",
    about: "Safety talks, checks, and records",
    page: "/sitesafe",
    source: "product-sitesafe",
    opens: "/account/safety",
    hasActions: true,
    built: true,
  },
];

/** The tools with these words, in navigation order. A word of a version to come is skipped. */
export const toolsNamed = (words: readonly string[]): FieldTool[] =>
  FIELD_TOOLS.filter((tool) => words.includes(tool.word));
