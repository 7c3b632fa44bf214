import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { DOABLE, stepsOf } from "../incidents/forms/dates.ts";
import { actInForms, inForms } from "./access.server.ts";
import { loadFormYear, proposeYear } from "./form-year.server.ts";
import { saveCertificate, saveCompanyFigures, saveFigures, saveStep } from "./years.server.ts";
import { logRows, ratesOf } from "../incidents/forms/summary.ts";
import { readCertificate, seenOf } from "./certificate.server.ts";
import { CertifySection } from "./certify.tsx";
import { DutySection } from "./duty.tsx";
import { FiguresSection } from "./figures.tsx";
import { FilesSection } from "./files-section.tsx";
import { findAsked, requireAsked } from "./find.server.ts";
import { LogSection, SummarySection } from "./log.tsx";
import { FormsNavigation } from "./navigation.tsx";
import { oshaFiles } from "./osha-files.server.ts";
import { ESTABLISHMENTS_PATH, formsPath } from "./paths.ts";
import { figuresSchema } from "./schema.ts";

export const meta = () => [{ title: "OSHA forms" }];

export const loader = (args: LoaderFunctionArgs) =>
  inForms(args, async (ctx) => {
    const { place, ...asked } = await findAsked(ctx, args);
    const { searchParams } = new URL(args.request.url);
    const shown = {
      ...asked,
      places: asked.places.map(({ id, name }) => ({ id, name })),
      saved: searchParams.get("saved"),
      isChecking: searchParams.has("check"),
    };
    if (!place) return { ...shown, of: null };
    const { cases, ...of } = await loadFormYear(ctx, place, asked.year);
    const files = oshaFiles({ cases, ...of }, asked.today);
    const withoutFile = ({ errors, warnings }: typeof files.cases) => ({ errors, warnings });
    return {
      ...shown,
      of: {
        ...of,
        steps: stepsOf(asked.year, of.duty),
        rows: logRows(asked.year, cases),
        rates: ratesOf(of.totals, of.establishment.hours),
        proposal: await proposeYear(ctx, place, asked.year),
        files: { summary: withoutFile(files.summary), cases: withoutFile(files.cases) },
        form: { id: newId(), seen: seenOf(of.totals, of.establishment) },
        hasPrivacyCases: cases.some(({ isPrivate }) => isPrivate),
      },
    };
  });

/** Saves the year’s figures, or certifies form 300A. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  try {
    return await actInForms(args, async (ctx) => {
      const { place, year, today } = await requireAsked(ctx, args);
      const back = (saved: string) => redirect(`${formsPath(year, place.id)}&saved=${saved}#${saved}`, 303);
      if (form["do"] === "certify") {
        const of = await loadFormYear(ctx, place, year);
        if (!of.certificates.some(({ id }) => id === form["id"]))
          await saveCertificate(ctx, place.id, year, readCertificate(form, of, today));
        return back("certify");
      }
      const key = DOABLE.find((one) => one === form["step"]);
      if (key) {
        await saveStep(ctx, place.id, year, { key, on: form["undo"] ? null : today });
        return back("due");
      }
      const { mostInCompany, ...figures } = form.check(figuresSchema);
      await saveFigures(ctx, place.id, year, figures);
      await saveCompanyFigures(ctx, year, { mostInCompany });
      return back("figures");
    });
  } catch (error) {
    return refuseForm(error, { ...form } as Record<string, string>);
  }
}

/** OSHA’s forms of one establishment and year. */
export default function FormsOfYear() {
  const { of, ...asked } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const refusedBy = (name: "certify" | "figures") =>
    refused && (refused.values["do"] === "certify") === (name === "certify") ? refused : undefined;
  return (
    <Page>
      <PageHeader title={of ? `OSHA forms ${asked.year}` : "OSHA forms"}>
        Forms 300, 300A and 301 from your incidents. Only owners and the people they name can open this page.
      </PageHeader>
      {of ? (
        <>
          <FormsNavigation {...asked} at={of.id} />
          <DutySection {...of} />
          <FiguresSection
            {...of}
            year={asked.year}
            refused={refusedBy("figures")}
            isSaved={asked.saved === "figures"}
            problems={asked.isChecking ? of.files.summary.errors : []}
          />
          <LogSection rows={of.rows} year={asked.year} undecided={of.undecided} />
          <SummarySection totals={of.totals} rates={of.rates} isCounting={of.stillCounting.length > 0} />
          <CertifySection
            {...of}
            today={asked.today}
            refused={refusedBy("certify")}
            isSaved={asked.saved === "certify"}
          />
          <FilesSection {...of} />
        </>
      ) : (
        <EmptyState
          title="Where do your people work from?"
          action={<LinkButton href={`${ESTABLISHMENTS_PATH}/new`}>Add your establishment</LinkButton>}
        >
          OSHA wants the forms for each establishment: your office or yard, and any site that you run for a
          year or longer. Most contractors have one. All your jobs belong to it.
        </EmptyState>
      )}
    </Page>
  );
}
