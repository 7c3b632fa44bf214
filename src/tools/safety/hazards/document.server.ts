import { letterheadOf } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { findStoredRecord } from "#ground/sync/public.server.ts";
import { contactOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { documentColors } from "#platform/drawing/document-colors.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords, moment } from "#platform/time/format.ts";
import { getPlan } from "../own-phone/links.server.ts";
import { readSigned, signedRows } from "../paper/signed.server.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../rules/text.ts";
import { HEADS } from "./heads.ts";
import { authorOf, describePlan, planTitle } from "./plan.ts";
import { changesBetween, type Line, linesOf, wordsIn } from "./text.ts";

const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

/** What the PDF of a plan says. @throws AppError not_found */
export async function readPlan(ctx: AccountContext, id: string) {
  const { plan, job } = await getPlan(ctx, id);
  const fields = (await findStoredRecord(ctx, id))?.fields ?? {};
  const authors = plan.revisions.map(({ version }) => authorOf(fields, version));
  const writers = await namesOf(ctx.db, [...new Set(authors.filter((one) => one !== null))]);
  const revisions = plan.revisions.map((revision, at) => ({
    ...revision,
    by: writers.get(authors[at] ?? "") ?? "A coworker",
  }));
  return { plan, revisions, ...(await readSigned(ctx, id, plan, job)) };
}

const joined = (lines: readonly Line[]) => lines.map(({ en }) => en).join(" › ");

/** For `renderPdf`. */
export async function documentOfPlan({
  plan,
  revisions,
  job,
  standing,
  createdAt,
  names,
  zone,
  business,
}: Awaited<ReturnType<typeof readPlan>>): Promise<DocumentRequest> {
  const { colour, logo } = await letterheadOf(business);
  const sender = business.name ?? "Plumbline";
  const title = planTitle(plan);
  const { text } = plan.current!;
  const day = plan.date && dayWords(Temporal.PlainDate.from(plan.date));
  const at = (iso: string) => moment(Temporal.Instant.from(iso), zone).words;
  const { rows, files } = signedRows(plan, standing, { names, zone, noun: "plan" });
  const signedIn = new Set(standing.rows.map(({ sign }) => sign?.language));
  const isSpanish = linesOf(text).some(({ es }) => es !== "");
  const used = LANGUAGES.filter((one) => one === "en" || (isSpanish && signedIn.has(one)));
  return {
    template: "tools/safety/hazards/plan.typ",
    createdAt,
    data: {
      title: `Plan for ${day}: ${title}`,
      description: `Hazards before work on ${day} at ${job.name}: the steps, what can go wrong, what is done about it, and the signatures.`,
      ...{ author: sender, sender, contact: contactOf(business) },
      accent: documentColors(colour, DEFAULT_COLOR).accent,
      logo: logo ? LOGO : null,
      ...{ heading: title, running: [plan.number, day, title].filter(Boolean).join(", ") },
      facts: [
        ...(plan.number ? [{ name: "Number", value: plan.number }] : []),
        { name: "Day", value: day },
        { name: "Project", value: [job.name, job.address].filter(Boolean).join(", ") },
        { name: "Led by", value: plan.leader },
        { name: "Written", value: at(revisions[0]!.at) },
        { name: "Signatures", value: describePlan(plan, standing) },
      ],
      texts: used.map((language) => ({
        language,
        title: used.length > 1 ? LANGUAGE_NAMES[language] : "The work, step by step",
        heads: [HEADS[language].step, HEADS[language].hazard, HEADS[language].controls],
        steps: text.steps.map(({ step, hazards }) => ({
          words: wordsIn(step, language).words,
          hazards: hazards.map(({ hazard, controls }) => ({
            words: wordsIn(hazard, language).words,
            controls: controls.map((control) => wordsIn(control, language).words),
          })),
        })),
      })),
      changes: revisions
        .slice(1)
        .filter(({ why }) => why !== "")
        .map((revision) => {
          const from = revisions.find(({ version }) => version === revision.base[0]);
          const { added, removed } = from
            ? changesBetween(from.text, revision.text)
            : { added: [], removed: [] };
          return {
            ...{ when: at(revision.at), who: revision.by, why: revision.why },
            lines: [
              ...added.map((lines) => `New: ${joined(lines)}`),
              ...removed.map((lines) => `Gone: ${joined(lines)}`),
            ],
          };
        }),
      rows,
      sources: text.sources.map(({ name, cite, year }) => `${name}: ${cite} (${year})`),
      version: plan.version,
      words: {
        ...{ kind: "Hazards before work", changes: "Changed on site", people: "Who was there" },
        ...{ nobody: "Nobody is on the list.", sources: "Where the rules are", page: "Page" },
        ...{ of: "of", version: "SHA-256 of what was signed" },
      },
    },
    files: { ...files, ...(logo ? { [LOGO]: logo } : {}) },
  };
}
