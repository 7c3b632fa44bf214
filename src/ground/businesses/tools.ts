/** The field tools by the URL word that each has inside a job. */
export const TOOLS = ["logs", "changes", "checklists", "photos", "estimates", "safety"] as const;
export type ToolWord = (typeof TOOLS)[number];

/** A field tool, as pages and mails speak of it. */
export interface FieldTool {
  readonly word: ToolWord;
  readonly name: string;
  /** Its public page. */
  readonly page: `/${string}`;
  /** What its waitlist entries are kept under. */
  readonly source: string;
  /** Where it opens in the account: inside a job, but for the one that has a page of its own. */
  readonly opens: `/account/${string}`;
  /** Whether this version has it. Whoever lets people in to one that it lacks is told so. */
  readonly built: boolean;
}

/** All six, in the order of the navigation. */
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
    opens: "/account/jobs",
    built: false,
  },
  {
    word: "checklists",
    name: "Checky",
    page: "/checky",
    source: "product-checky",
    opens: "/account/jobs",
    built: false,
  },
  {
    word: "photos",
    name: "ProofPix",
    page: "/proofpix",
    source: "product-proofpix",
    opens: "/account/jobs",
    built: false,
  },
  {
    word: "estimates",
    name: "EstiMini",
    page: "/estimini",
    source: "product-estimini",
    opens: "/account/jobs",
    built: false,
  },
  {
    word: "safety",
    name: "SiteSafe",
    page: "/sitesafe",
    source: "product-sitesafe",
    opens: "/account/jobs",
    built: false,
  },
];
