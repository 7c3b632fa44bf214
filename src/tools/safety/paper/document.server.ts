import { type Letterhead, letterheadOf } from "#ground/businesses/public.server.ts";
import type { JobRow } from "#trade/jobs/public.server.ts";
import { contactOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords, moment } from "#platform/time/format.ts";
import { getTalk } from "../own-phone/links.server.ts";
import { describeStanding, kindOf, numberOf, titleOf } from "../rules/talk.ts";
import { HEADINGS, LANGUAGE_NAMES, LANGUAGES } from "../rules/text.ts";
import { readSigned, signedRows } from "./signed.server.ts";

const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

/** What the PDF of a talk says. @throws AppError not_found */
export async function readTalk(ctx: AccountContext, id: string) {
  const { talk, job } = await getTalk(ctx, id);
  return { talk, ...(await readSigned(ctx, id, talk, job)) };
}

/** For `renderPdf`. */
export async function documentOfTalk(found: Awaited<ReturnType<typeof readTalk>>): Promise<DocumentRequest> {
  const { business } = found;
  return describeTalk({
    ...{ ...found, ...(await letterheadOf(business)) },
    ...{ sender: business.name ?? "Plumbline", contact: contactOf(business) },
  });
}

/** The paper of a talk on the letterhead of a business. */
export function describeTalk({
  talk,
  job,
  standing,
  createdAt,
  names,
  zone,
  sender,
  contact,
  colour,
  logo,
}: Omit<Awaited<ReturnType<typeof readTalk>>, "business" | "job"> &
  Letterhead & {
    readonly job: Pick<JobRow, "name" | "address">;
    readonly sender: string;
    readonly contact: readonly string[];
  }): DocumentRequest {
  const [title, number] = [titleOf(talk), numberOf(talk)];
  const day = talk.date && dayWords(Temporal.PlainDate.from(talk.date));
  const at = (iso: string) => moment(Temporal.Instant.from(iso), zone).words;
  const { rows, files } = signedRows(talk, standing, { names, zone, noun: "talk" });
  const used = LANGUAGES.filter(
    (one) => talk.languages.includes(one) || standing.rows.some(({ sign }) => sign?.language === one),
  );
  const text = talk.text!;
  return {
    template: "tools/safety/paper/talk.typ",
    createdAt,
    data: {
      title: `${number}: ${title}`,
      description: `${kindOf(talk)} of ${day} at ${job.name}, with the words that were read and the signatures.`,
      ...{ author: sender, sender, contact },
      accent: documentColors(colour, DEFAULT_COLOR).accent,
      logo: logo ? LOGO : null,
      ...{ heading: title, running: `${number}, ${title}` },
      facts: [
        { name: "Number", value: number },
        { name: "Day", value: day },
        { name: "Project", value: [job.name, job.address].filter(Boolean).join(", ") },
        { name: "Led by", value: talk.leader },
        { name: "Languages", value: used.map((one) => LANGUAGE_NAMES[one]).join(", ") },
        {
          name: "Finished",
          value: talk.finishedAt === null ? "Not finished yet" : at(talk.finishedAt),
        },
        { name: "Signatures", value: describeStanding(talk, standing) },
      ],
      notes: talk.notes,
      rows,
      texts: used.map((one) => ({
        ...{ language: one, title: text.title[one] },
        paragraphs: text[one].open.split(/\n{2,}/),
        parts: (["look", "ask", "agree"] as const).flatMap((part) =>
          text[one][part].length > 0 ? [{ name: HEADINGS[one][part], lines: text[one][part] }] : [],
        ),
      })),
      sources: text.sources.map(({ name, cite, year }) => `${name}: ${cite} (${year})`),
      version: talk.version,
      words: {
        ...{ kind: kindOf(talk), notes: "What we agreed on", people: "Who was there" },
        ...{ nobody: "Nobody is on the list.", read: "What was read", sources: "Sources", page: "Page" },
        ...{ of: "of", version: "SHA-256 of the words" },
      },
    },
    files: { ...files, ...(logo ? { [LOGO]: logo } : {}) },
  };
}
