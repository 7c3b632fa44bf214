// The structure of texts as data, shared by the editing form, its validation and the comparison of versions.

/** Typed text: a line, a paragraph, or a whole email. */
export interface Words {
  readonly kind: "words";
  readonly label: string;
  /** In characters after cleaning; equals the schema's limit. */
  readonly most: number;
  /** Smallest height of the box, in lines. */
  readonly rows?: 1 | 2 | 3 | 8;
  readonly hint?: string;
  readonly optional?: true;
  /** Preserves line breaks, as in an email. */
  readonly lines?: true;
}

export interface Count {
  readonly kind: "count";
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly hint?: string;
}

export interface Items {
  readonly kind: "items";
  /** Plural label: "Paragraphs". */
  readonly label: string;
  readonly one: string;
  readonly item: Part;
  readonly least: number;
  readonly most: number;
  /** Empty items stay, such as a table's cells where the reader writes. */
  readonly mayBeEmpty?: true;
  /** The number field that orders the items, which then can't be moved by hand. */
  readonly orderedBy?: string;
  /** The field of an item shown as its name. */
  readonly namedBy?: string;
}

export interface Parts {
  readonly kind: "parts";
  readonly parts: Readonly<Record<string, Part>>;
}

export type Part = Words | Count | Items | Parts;

/** A section of the form: named parts, or one list with a fold per item. */
export interface Chapter {
  readonly title: string;
  readonly keys: readonly string[];
  /** The list with a fold per item. */
  readonly each?: string;
}

export interface Outline {
  readonly root: Parts;
  readonly chapters: readonly Chapter[];
}

/** Typed text in an outline's shape; numbers are still text. */
export type Tree = string | readonly Tree[] | { readonly [name: string]: Tree };

const HEADING = 400;
const SENTENCE = 2000;
/** More would not fit on one printed page. */
const MOST_ITEMS = 12;

const heading = (label: string, hint?: string): Words => ({
  kind: "words",
  label,
  most: HEADING,
  rows: 1,
  ...(hint === undefined ? {} : { hint }),
});
const sentence = (label: string, rows: 1 | 2 | 3 = 3): Words => ({
  kind: "words",
  label,
  most: SENTENCE,
  rows,
});
const parts = (named: Readonly<Record<string, Part>>): Parts => ({ kind: "parts", parts: named });
const items = (label: string, one: string, item: Part, least: number, most: number): Items => ({
  kind: "items",
  label,
  one,
  item,
  least,
  most,
});
const paragraphs = (most: number) => items("Paragraphs", "Paragraph", sentence("Paragraph"), 1, most);
const contact = parts({
  name: heading("Name"),
  company: { kind: "words", label: "Company", most: 120, rows: 1, optional: true },
  email: { kind: "words", label: "Email", most: 254, rows: 1, hint: "Where readers reply." },
});
const points = (most: number) =>
  items(
    "Points",
    "Point",
    parts({ title: sentence("In bold", 1), text: sentence("Text after it", 2) }),
    0,
    most,
  );

/** The text of a composed guide that an owner may edit, with the schema's limits. */
const composedOutline: Outline = {
  root: parts({
    title: heading("Title"),
    promise: sentence("Promise", 2),
    readers: heading("Readers", "Who it’s for, as shown on the cover."),
    opening: parts({ heading: heading("Heading"), paragraphs: paragraphs(6), points: points(5) }),
    sections: {
      ...items(
        "Sections",
        "Section",
        parts({
          heading: heading("Heading"),
          paragraphs: paragraphs(6),
          points: points(10),
          todo: sentence("Action step", 2),
        }),
        3,
        5,
      ),
      namedBy: "heading",
    },
    todoLabel: heading("Label for the action steps", "It appears in every section."),
    checklist: parts({
      heading: heading("Heading"),
      intro: sentence("Text above it", 2),
      groups: items(
        "Groups",
        "Group",
        parts({
          heading: heading("Heading"),
          items: items("Boxes to check", "Box", sentence("Box to check", 1), 1, MOST_ITEMS),
        }),
        1,
        5,
      ),
    }),
    about: parts({ heading: heading("Heading"), paragraphs: paragraphs(5) }),
    nextStep: parts({
      heading: heading("Heading"),
      paragraphs: paragraphs(4),
      contact,
    }),
  }),
  chapters: [
    { title: "Cover", keys: ["title", "promise", "readers"] },
    { title: "Opening", keys: ["opening"] },
    { title: "Sections", keys: [], each: "sections" },
    { title: "In every section", keys: ["todoLabel"] },
    { title: "Checklist", keys: ["checklist"] },
    { title: "About you", keys: ["about"] },
    { title: "Next step", keys: ["nextStep"] },
  ],
};

const cell: Words = { kind: "words", label: "Cell", most: 600, rows: 1, optional: true };
const cells = (label: string, one: string, item: Part, most: number): Items => ({
  ...items(label, one, item, 0, most),
  mayBeEmpty: true,
});

/** The text of a whole guide that an owner may edit, with the schema's limits. */
const wholeOutline: Outline = {
  root: parts({
    title: heading("Title"),
    promise: sentence("Promise", 2),
    readers: heading("Readers", "Who it’s for, as shown on the cover."),
    opening: parts({
      paragraphs: items(
        "Paragraphs",
        "Paragraph",
        { ...sentence("Paragraph"), hint: "Put ** before and after what’s bold." },
        1,
        8,
      ),
    }),
    sections: {
      ...items(
        "Sections",
        "Section",
        parts({
          heading: { ...heading("Heading", "Blank continues the section before."), optional: true },
          paragraphs: items("Paragraphs", "Paragraph", sentence("Paragraph"), 0, 8),
          points: items("Points", "Point", sentence("Point", 2), 0, 14),
          table: parts({
            columns: cells("Column headings", "Column", cell, 5),
            rows: cells("Rows of the table", "Row", cells("Cells", "Cell", cell, 5), 14),
          }),
          letter: {
            kind: "words",
            label: "Text to send",
            most: 3000,
            rows: 3,
            lines: true,
            optional: true,
          },
          after: items("Paragraphs below", "Paragraph", sentence("Paragraph"), 0, 8),
        }),
        2,
        18,
      ),
      namedBy: "heading",
    },
    nextStep: parts({
      heading: heading("Heading"),
      paragraphs: paragraphs(10),
      contact,
    }),
    sources: items("Sources", "Source", sentence("Source", 1), 0, 30),
  }),
  chapters: [
    { title: "Cover", keys: ["title", "promise", "readers"] },
    { title: "Opening", keys: ["opening"] },
    { title: "Sections", keys: [], each: "sections" },
    { title: "Next step", keys: ["nextStep"] },
    { title: "Where the figures come from", keys: ["sources"] },
  ],
};

/** The parts of a lead magnet that an owner may edit. */
export const magnetOutlineOf = ({ version }: { readonly version: 1 | 2 }): Outline =>
  version === 1 ? composedOutline : wholeOutline;

/** Longest subject that a phone shows completely. */
const SUBJECT = 49;
const day: Count = {
  kind: "count",
  label: "Day",
  least: 0,
  most: 90,
  hint: "Days after the first. 0 is right away.",
};

/** A lead drip: the text of DripText that an owner may edit, with the schema's limits. */
export const dripOutline: Outline = {
  root: parts({
    objection: { ...sentence("Objection", 1), optional: true },
    emails: {
      ...items(
        "Emails",
        "Email",
        parts({
          day,
          subject: { kind: "words", label: "Subject", most: SUBJECT, rows: 1 },
          body: {
            kind: "words",
            label: "Text",
            most: SENTENCE,
            rows: 8,
            lines: true,
            hint: "A blank line starts a new paragraph.",
          },
        }),
        3,
        5,
      ),
      orderedBy: "day",
      namedBy: "subject",
    },
    scripts: {
      ...items(
        "Call scripts",
        "Call script",
        parts({
          day,
          title: sentence("Title", 1),
          when: sentence("When to call", 1),
          lines: items(
            "Lines",
            "Line",
            parts({ cue: sentence("Cue", 1), say: sentence("What you say", 2) }),
            1,
            20,
          ),
        }),
        2,
        3,
      ),
      orderedBy: "day",
      namedBy: "title",
    },
  }),
  chapters: [
    { title: "Emails", keys: [], each: "emails" },
    { title: "Call scripts", keys: [], each: "scripts" },
    { title: "What the lead says", keys: ["objection"] },
  ],
};
