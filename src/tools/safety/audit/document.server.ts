import { letterheadOf } from "#ground/businesses/public.server.ts";
import { contactOf } from "#trade/reports/public.server.ts";
import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords, moment } from "#platform/time/format.ts";
import type { readAudit } from "./gather.server.ts";

const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

/** The audit report for `renderPdf`. */
export async function documentOfAudit({
  range,
  business,
  createdAt,
  job,
  madeBy,
  figures,
  sections,
  fixes: { fixes, left },
  histories,
}: Awaited<ReturnType<typeof readAudit>>): Promise<DocumentRequest> {
  const { colour, logo } = await letterheadOf(business);
  const sender = business.name ?? "Plumbline";
  const [from, to] = [range.from, range.to].map((day) => dayWords(Temporal.PlainDate.from(day)));
  const days = from === to ? from : `${from} to ${to}`;
  const files: [string, Uint8Array][] = [];
  const draw = async (photo: (typeof fixes)[number]["before"], name: string) => {
    const bytes = await photo?.bytesOf("report");
    if (!bytes) return null;
    files.push([name, bytes]);
    return name;
  };
  const pairs: { title: string; before: string | null; after: string | null }[] = [];
  for (const [at, { title, before, after }] of fixes.entries())
    pairs.push({
      title,
      before: await draw(before, `before-${at}.jpeg`),
      after: await draw(after, `after-${at}.jpeg`),
    });
  return {
    template: "tools/safety/audit/audit.typ",
    createdAt,
    data: {
      title: `Safety audit report, ${days}`,
      description: `Safety records of ${sender}, ${days}.`,
      ...{ author: sender, sender, contact: contactOf(business) },
      accent: documentColors(colour, DEFAULT_COLOR).accent,
      logo: logo ? LOGO : null,
      ...{ heading: "Safety audit report", running: `Safety audit report, ${days}` },
      facts: [
        { name: "Days", value: days },
        {
          name: job ? "Project" : "Projects",
          value: job ? [job.name, job.address].filter(Boolean).join(", ") : "All",
        },
        {
          name: "Made",
          value: [moment(createdAt, business.zone ?? "UTC").words, madeBy].filter(Boolean).join(", "),
        },
      ],
      figures: figures.map(({ value, name }) => ({ value: value.toLocaleString("en-US"), name })),
      sections,
      pairs: pairs.filter(({ before, after }) => before ?? after),
      left:
        left === 0
          ? ""
          : `${left.toLocaleString("en-US")} more actions have photos. Choose fewer days to see them.`,
      histories,
      words: {
        ...{ page: "Page", of: "of", photos: "Before and after", before: "Before", after: "After" },
        history:
          "Each job’s history is a chain: every entry holds the SHA-256 of the one before it. A copy of a job’s history has the same fingerprint at this entry number, unless something before it was changed.",
      },
    },
    files: { ...Object.fromEntries(files), ...(logo ? { [LOGO]: logo } : {}) },
  };
}
