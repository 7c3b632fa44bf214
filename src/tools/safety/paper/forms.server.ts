import { getBusiness } from "#ground/businesses/public.server.ts";
import { toSvg } from "#ground/signatures/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import type { FormYear } from "../forms/form-year.server.ts";
import { defaultCompleted } from "../incidents/stored/completed.server.ts";
import { completedOf } from "../incidents/stored/completion.ts";
import { caseParts } from "./case-parts.ts";
import {
  CERTIFICATION,
  monthAndDay,
  OUTCOME_COLUMNS,
  TOTAL_GROUPS,
  TYPE_LABELS,
} from "../incidents/forms/columns.ts";
import {
  CASE_TYPES,
  casesOf,
  type Establishment,
  logRows,
  OUTCOMES,
  totalsOf,
} from "../incidents/forms/summary.ts";

/** Makes a form of a year for `renderPdf`. @throws AppError not_found for a version that isn’t there */
type MakeDocument = (ctx: AccountContext, of: FormYear, query: URLSearchParams) => Promise<DocumentRequest>;

const SIGNATURE = "signature.svg";
const WORDS = { page: "Page", of: "of" };
const CONFIDENTIAL =
  "This form has facts about the health of employees. Use it for safety and health only, and keep it confidential.";

const digits = (value: number | null): string => value?.toLocaleString("en-US") ?? "";
const townOf = ({ city, state, zip }: Establishment): string =>
  [city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** What the head and the foot of every form have. */
async function frameOf(
  ctx: AccountContext,
  { year, establishment }: Pick<FormYear, "year" | "establishment">,
  { form, heading, note }: { readonly form: string; readonly heading: string; readonly note: string },
) {
  const { name } = await getBusiness(ctx);
  return {
    ...{ form, heading, note, year: String(year), words: WORDS },
    ...{ title: `${heading} ${year}`, author: name ?? establishment.name },
    description: `${form} of ${establishment.name} for ${year}.`,
    running: `${form}, ${establishment.name}, ${year}`,
    place: [establishment.name, townOf(establishment)].filter(Boolean),
  };
}

const log: MakeDocument = async (ctx, of) => {
  const totals = totalsOf(of.year, of.cases);
  const frame = await frameOf(ctx, of, {
    ...{ form: "OSHA Form 300", heading: "Log of work-related injuries and illnesses", note: CONFIDENTIAL },
  });
  return {
    template: "tools/safety/paper/form-300.typ",
    createdAt: ctx.now,
    data: {
      ...frame,
      groups: {
        ...{ person: "Who", case: "What happened", outcome: "Outcome", days: "Days" },
        type: "(M) Type",
      },
      columns: [
        { letter: "(A)", label: "Case no." },
        { letter: "(B)", label: "Employee’s name" },
        { letter: "(C)", label: "Job title" },
        { letter: "(D)", label: "Date" },
        { letter: "(E)", label: "Where it happened" },
        { letter: "(F)", label: "Injury or illness, body part, and what caused it" },
        ...OUTCOMES.map((one) => ({
          letter: OUTCOME_COLUMNS[one].letter,
          label: OUTCOME_COLUMNS[one].label,
        })),
        { letter: "K", label: "Away from work" },
        { letter: "L", label: "Transfer or restriction" },
        ...CASE_TYPES.map((one) => ({ letter: String(one), label: TYPE_LABELS[one] })),
      ],
      rows: logRows(of.year, of.cases).map((row) => ({
        texts: [row.number, row.name, row.title, monthAndDay(row), row.where, row.what],
        outcome: OUTCOMES.map((one) => one === row.outcome),
        days: [row.daysAway, row.daysRestricted].map(digits),
        type: CASE_TYPES.map((one) => one === row.type),
      })),
      totals: {
        label: "Totals for form 300A",
        values: TOTAL_GROUPS.flatMap(({ lines }) => lines.map((one) => digits(one.of(totals)))),
      },
      nothing: `No recordable case in ${of.year}.`,
      foot: "Columns as on OSHA’s Form 300 (Rev. 04/2004). Kept for 5 years after the year it is for (29 CFR 1904.33).",
    },
  };
};

const summary: MakeDocument = async (ctx, of, query) => {
  const version = query.get("version");
  const certificate =
    version === null ? of.certificates[0] : of.certificates.find((one) => String(one.version) === version);
  if (version !== null && !certificate) throw new AppError("not_found", "This version isn’t there.");
  // Without a version: what holds now, with its certificate as long as that says the same.
  const signed = version === null && of.isChanged ? undefined : certificate;
  const { establishment, totals } = signed?.form ?? of;
  const amended = signed && signed.version > 1 ? `Amended, version ${signed.version}: ${signed.reason}` : "";
  const note =
    "Post it where employees see it from February 1 to April 30, also without any case (29 CFR 1904.32).";
  const frame = await frameOf(
    ctx,
    { ...of, establishment },
    {
      ...{ form: "OSHA Form 300A", heading: "Summary of work-related injuries and illnesses", note },
    },
  );
  return {
    template: "tools/safety/paper/form-300a.typ",
    createdAt: ctx.now,
    data: {
      ...frame,
      draft: signed ? amended : "Not certified yet: don’t post this copy.",
      groups: TOTAL_GROUPS.map(({ title, lines }) => ({
        title,
        lines: lines.map(({ letter, label, of: valueOf }) => ({
          letter: `(${letter})`,
          label,
          value: digits(valueOf(totals)),
        })),
      })),
      facts: [
        { name: "Establishment", value: establishment.name },
        { name: "Company", value: establishment.company },
        { name: "Street", value: establishment.street },
        { name: "City, state, ZIP", value: townOf(establishment) },
        { name: "Industry", value: establishment.industry },
        { name: "NAICS code", value: establishment.naics },
        { name: "Annual average number of employees", value: digits(establishment.averageEmployees) },
        { name: "Total hours worked by all employees last year", value: digits(establishment.hours) },
      ],
      certification: CERTIFICATION,
      signature: signed ? SIGNATURE : null,
      signer: [
        { name: "Name", value: signed?.name ?? "" },
        { name: "Title", value: signed?.title ?? "" },
        { name: "Phone and date", value: signed ? `${signed.phone}, ${slashed(signed.day)}` : "" },
      ],
      words: {
        ...{ ...WORDS, establishment: "Establishment", certification: "Certification" },
        ...{
          signature: "Company executive",
          fine: "Knowingly falsifying this document may result in a fine.",
        },
      },
    },
    ...(signed ? { files: { [SIGNATURE]: new TextEncoder().encode(toSvg(signed.drawing)) } } : {}),
  };
};

const slashed = (date: string): string =>
  `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}/${date.slice(0, 4)}`;

const reports: MakeDocument = async (ctx, of, query) => {
  const only = query.get("case");
  const cases = casesOf(of.year, of.cases).filter(({ id }) => only === null || id === only);
  if (cases.length === 0) throw new AppError("not_found", "There’s no recordable case.");
  const completed = await defaultCompleted(ctx, cases);
  return {
    template: "tools/safety/paper/form-301.typ",
    createdAt: ctx.now,
    data: {
      ...(await frameOf(ctx, of, {
        ...{ form: "OSHA Form 301", heading: "Injury and illness incident report", note: CONFIDENTIAL },
      })),
      cases: cases.map((one, at) => ({
        number: one.number,
        parts: caseParts(one, completedOf(one, completed[at]!)),
      })),
    },
  };
};

const privacyCases: MakeDocument = async (ctx, of) => ({
  template: "tools/safety/paper/privacy-cases.typ",
  createdAt: ctx.now,
  data: {
    ...(await frameOf(ctx, of, {
      form: "Confidential",
      heading: "Names of privacy cases",
      note: "Keep this list apart from forms 300 and 301, and show it only to people who may know the names (29 CFR 1904.29(b)(6)).",
    })),
    headings: ["Case no.", "Name", "Date"],
    rows: casesOf(of.year, of.cases)
      .filter(({ isPrivate }) => isPrivate)
      .map(({ number, name, date }) => [number, name, slashed(date)]),
  },
});

/** The forms of a year by their file names. */
export const DOCUMENTS: Readonly<Record<string, MakeDocument | undefined>> = {
  ...{ "300.pdf": log, "300a.pdf": summary, "301.pdf": reports, "privacy-cases.pdf": privacyCases },
};
