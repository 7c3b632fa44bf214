import {
  describeItems,
  type ItemsPage,
  type ReportPhoto,
  signatureFiles,
  withBreaks,
} from "#trade/reports/public.server.ts";
import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords } from "#platform/time/format.ts";
import type { Gathered } from "../content/gather.server.ts";
import type { PackageFile, PackagePart, Snapshot } from "../content/snapshot.ts";

const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

/** @param key of the file that is handed over, by the id of its paper */
const paperFiles = (
  { papers, material: { zone } }: Gathered,
  keys: ReadonlyMap<string, string>,
): PackageFile[] =>
  papers.map(({ paper, approvals }) => {
    const names = [...new Set(approvals.map(({ name }) => name || "your client"))];
    const isSigned = approvals.some(({ signatureId }) => signatureId !== null);
    const day = dayWords(approvals.at(-1)!.at.toZonedDateTimeISO(zone).toPlainDate());
    return {
      ...{ id: paper.id, title: [paper.number, paper.title].filter(Boolean).join(" · ") },
      details: `${isSigned ? "Signed" : "Approved"} by ${names.join(" and ")}, ${day}`,
      file: keys.get(paper.id) ?? paper.file,
      fileName: paper.fileName,
    };
  });

const pagesOf = (pages: number): string =>
  pages === 1 ? "1 page" : `${pages.toLocaleString("en-US")} pages`;

/**
 * A package for its page on the web and for its template.
 * @param photos those that are shown, by SHA-256
 * @param papers keys of signed copies, by the id of their paper
 */
export function describePackage(
  gathered: Gathered,
  photos: ReadonlyMap<string, ReportPhoto>,
  papers: ReadonlyMap<string, string> = new Map(),
) {
  const { material, contact, parts, letter, contacts, createdAt, remarks } = gathered;
  const { owner, job, zone, client, draft } = material;
  const content = {
    ...{ business: owner.name ?? "", contact, job, client, zone, createdAt, photos },
    ...{ from: "", to: "", since: null, madeBy: "", shape: null, entries: [], perPage: 6, places: false },
    ...{ absent: 0, undrawn: 0, left: 0, signatures: [], history: null },
  };
  const described = parts.map((part) => ({ ...part, ...describeItems(content, part.list) }));
  const page: Snapshot = {
    ...{ job: job.name, address: job.address, client, letter, contacts, remarks },
    papers: paperFiles(gathered, papers),
    parts: described.map(({ id, section, title, page: own }): PackagePart => {
      const items: ItemsPage = { ...own, rows: [], groups: own.groups.filter(hasContent) };
      return { id, section, title, page: items };
    }),
    manuals: gathered.manuals.map(({ id, name, pages, file }) => ({
      ...{ id, title: name, details: pagesOf(pages), file, fileName: `${name}.pdf` },
    })),
    offersYearly: draft.offersYearly,
  };
  return { page, described };
}

/** A photo may be hidden or not here yet, which leaves its item empty. */
const hasContent = ({ items }: ItemsPage["groups"][number]): boolean =>
  items.some(
    ({ title, mark, number, photos }) => photos.length > 0 || number !== "" || mark !== "" || title !== "",
  );

const SECTIONS = { photos: "Photos", checklists: "Checklists", plans: "Plans and punch list" } as const;

/**
 * A package for `renderPdf`.
 * @param look of the business's letterhead
 */
export function documentOfPackage(
  gathered: Gathered,
  { page, described }: ReturnType<typeof describePackage>,
  photos: ReadonlyMap<string, ReportPhoto>,
  {
    version,
    colour,
    logo,
  }: {
    readonly version: number;
    readonly colour?: string | undefined;
    readonly logo?: Uint8Array | undefined;
  },
): DocumentRequest {
  const { material, contact, createdAt } = gathered;
  const { owner, job, zone, client } = material;
  const sender = owner.name || "Plumbline";
  const made = `Version ${version}, ${dayWords(createdAt.toZonedDateTimeISO(zone).toPlainDate())}`;
  const drawings = described.map(({ list }, at) =>
    Object.entries(signatureFiles(list)).map(([name, bytes]) => [`part-${at}-${name}`, bytes] as const),
  );
  const lists = described.map(({ section, title, list, data }, at) => ({
    ...{ section, heading: title, facts: list.facts, figures: data.figures, plans: data.plans },
    remarks: data.remarks,
    groups: data.groups.map((group) => ({
      ...group,
      items: group.items.map((item) => ({
        ...item,
        signature: item.signature && {
          ...item.signature,
          file: item.signature.file && `part-${at}-${item.signature.file}`,
        },
      })),
    })),
  }));
  const count = (many: number, one: string, more: string) =>
    `${many.toLocaleString("en-US")} ${many === 1 ? one : more}`;
  const shown = lists
    .filter(({ section }) => section === "photos")
    .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap((row) => row.photos)));
  const contents = [
    ...(page.letter.length > 0 ? [{ title: "Warranty letter", about: "" }] : []),
    ...(page.contacts.length > 0 ? [{ title: "Contacts", about: "" }] : []),
    ...(page.papers.length > 0
      ? [{ title: "Signed papers", about: count(page.papers.length, "document", "documents") }]
      : []),
    ...(page.manuals.length > 0
      ? [{ title: "Manuals", about: count(page.manuals.length, "document", "documents") }]
      : []),
    ...(["photos", "checklists", "plans"] as const).flatMap((section) => {
      const own = lists.filter((one) => one.section === section);
      if (own.length === 0) return [];
      const about =
        section === "photos"
          ? count(shown.length, "photo", "photos")
          : section === "checklists"
            ? count(own.length, "list", "lists")
            : "";
      return [{ title: SECTIONS[section], about }];
    }),
  ];
  return {
    template: "trade/closeouts/paper/closeout.typ",
    createdAt,
    data: withBreaks({
      title: `Closeout package: ${job.name}`,
      description: `What ${sender} hands over for ${job.name}.`,
      ...{ author: sender, sender, contact },
      accent: documentColors(colour, DEFAULT_COLOR).accent,
      logo: logo ? LOGO : null,
      ...{
        heading: "Closeout package",
        subtitle: job.name,
        running: `Closeout package · ${job.name}`.slice(0, 70),
      },
      facts: [
        ...(client ? [{ name: "Client", value: client }] : []),
        ...(job.address ? [{ name: "Location", value: job.address }] : []),
        { name: "Prepared", value: made },
      ],
      ...{ contents, remarks: page.remarks, letter: page.letter, made },
      contacts: page.contacts.map(({ role, parts }) => ({ role, words: parts.join(", ") })),
      papers: page.papers.map(({ title, details }) => ({ name: title, details })),
      manuals: page.manuals.map(({ title, details }) => ({ name: title, details })),
      sections: (["photos", "checklists", "plans"] as const).flatMap((section) => {
        const own = lists.filter((one) => one.section === section);
        return own.length === 0
          ? []
          : [
              {
                heading: SECTIONS[section],
                isPhotos: section === "photos",
                isPlans: section === "plans",
                lists: own,
              },
            ];
      }),
      words: {
        ...{
          page: "Page",
          of: "of",
          contents: "In this package",
          letter: "Warranty letter",
          contacts: "Contacts",
        },
        ...{ papers: "Signed papers", manuals: "Manuals" },
        elsewhere: "The documents themselves are on the web page of this package, and in its ZIP file.",
      },
    }),
    files: {
      ...(logo ? { [LOGO]: logo } : {}),
      ...Object.fromEntries(drawings.flat()),
      ...Object.fromEntries(
        [...photos].map(([sha256, { path }]) => [`${sha256}.jpeg`, { path, isPhoto: true }]),
      ),
    },
  };
}
