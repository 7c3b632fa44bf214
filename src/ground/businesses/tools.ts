/** The field tools, by their URL segment inside a job. */
export const TOOLS = ["logs", "changes", "checklists", "photos", "estimates", "safety"] as const;
export type ToolWord = (typeof TOOLS)[number];

export interface FieldTool {
  readonly word: ToolWord;
  readonly name: string;
  readonly page: `/${string}`;
  /** The source of its waitlist entries. */
  readonly source: string;
  /** Where it opens in the account: its own page, or the list of jobs. */
  readonly opens: `/account/${string}`;
  /** What it begins for a lead: a form posts `lead`, its id, there. */
  readonly forLead?: { readonly label: string; readonly path: `/account/${string}` };
  /** Whether safety actions are its own: it shows them on Today, and other tools don’t. */
  readonly hasActions?: true;
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
    page: "/buildlog",
    source: "product-build-log",
    opens: "/account/logs",
    built: true,
  },
  {
    word: "changes",
    name: "ChangeLog",
    page: "/changeorder",
    source: "product-changelog",
    opens: "/account/changes",
    built: true,
  },
  {
    word: "checklists",
    name: "Checky",
    page: "/checky",
    source: "product-checky",
    opens: "/account/checklists",
    built: true,
  },
  {
    word: "photos",
    name: "ProofPix",
    page: "/proofpix",
    source: "product-proofpix",
    opens: "/account/photos",
    built: true,
  },
  {
    word: "estimates",
    name: "EstiMini",
    page: "/estimini",
    source: "product-estimini",
    opens: "/account/estimates",
    forLead: { label: "Write an estimate", path: "/account/estimates/begin" },
    built: true,
  },
  {
    word: "safety",
    name: "SiteSafe",
    page: "/sitesafe",
    source: "product-sitesafe",
    opens: "/account/safety",
    hasActions: true,
    built: true,
  },
];
