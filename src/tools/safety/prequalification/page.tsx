import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { type Column, Table } from "#ui/table.tsx";
import { actInForms, inForms } from "../forms/access.server.ts";
import { findAsked } from "../forms/find.server.ts";
import { formsPath, PREQUALIFICATION_PATH } from "../forms/paths.ts";
import { saveCompanyFigures } from "../forms/years.server.ts";
import { companyYears, formatEmr } from "./rates.server.ts";
import { emrField, readEmrs } from "./schema.ts";

export const meta = () => [{ title: "Prequalification" }];

export const loader = (args: LoaderFunctionArgs) =>
  inForms(args, async (ctx) => {
    const { years, today } = await findAsked(ctx, args);
    const rows = await companyYears(ctx, years, today);
    return {
      rows: rows.map((row) => ({ ...row, emr: formatEmr(row.emr) })),
      isSaved: new URL(args.request.url).searchParams.has("saved"),
    };
  });

/** Saves the insurer’s rates. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  try {
    return await actInForms(args, async (ctx) => {
      const { years } = await findAsked(ctx, args);
      for (const { year, emr } of readEmrs(form, years)) await saveCompanyFigures(ctx, year, { emr });
      return redirect(`${PREQUALIFICATION_PATH}?saved`, 303);
    });
  } catch (error) {
    return refuseForm(error, { ...form } as Record<string, string>);
  }
}

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    label: "Year",
    cell: ({ year }) => (
      <a className="text-link py-2" href={formsPath(year)}>
        {year}
      </a>
    ),
  },
  {
    label: "Hours worked",
    figures: true,
    cell: ({ hours }) => hours?.toLocaleString("en-US") ?? "Not entered",
  },
  { label: "Recordable cases", figures: true, cell: ({ cases }) => cases },
  { label: "Deaths", figures: true, cell: ({ totals }) => totals.deaths },
  { label: "TRIR", cell: ({ rates }) => rates?.trir.formula ?? "" },
  { label: "DART", cell: ({ rates }) => rates?.dart.formula ?? "" },
  { label: "EMR", figures: true, cell: ({ emr }) => emr },
];

/** What general contractors and insurers ask before a job: hours, rates and EMR of the last years. */
export default function Prequalification() {
  const { rows, isSaved } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Page>
      <PageHeader
        title="Prequalification"
        action={<LinkButton href={`${PREQUALIFICATION_PATH}.pdf`}>PDF</LinkButton>}
      >
        What a general contractor or an insurer asks before a job, for the whole company. It has no names.
      </PageHeader>
      <Table caption="Rates by year" columns={COLUMNS} rows={rows} rowKey={({ year }) => String(year)} />
      <Section title="Experience modification rate (EMR)" id="emr">
        <p className="mb-4 max-w-measure">Your workers’ compensation insurer sends it each year.</p>
        <Form method="post" className="form">
          <ErrorSummary errors={refused?.errors} />
          <div className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
            {rows.map(({ year, emr }) => {
              const name = emrField(year);
              return (
                <Field
                  key={year}
                  name={name}
                  label={`EMR ${year}`}
                  inputMode="decimal"
                  autoComplete="off"
                  unmarked
                  maxLength={10}
                  defaultValue={refused?.values[name] ?? emr}
                  error={refused?.errors[name]}
                />
              );
            })}
          </div>
          <SubmitButton busy="Saving..." sending={useNavigation().state !== "idle"}>
            Save
          </SubmitButton>
          <StatusLine kind={refused ? "error" : "done"}>
            {refused ? refused.message : isSaved ? "Saved." : null}
          </StatusLine>
        </Form>
      </Section>
    </Page>
  );
}
