import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { SafetyPages } from "../office/pages.tsx";
import { readRange } from "./range.ts";

export const meta = () => [{ title: "Safety audit report" }];

/** Without `make`: the form. With it: leads to the file, or shows what is wrong beside its field. */
export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const today = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
    const { values, errors } = readRange(searchParams, today.toString());
    const file = FILES.find(({ make }) => make === searchParams.get("make"))?.file;
    if (file && Object.keys(errors).length === 0)
      throw redirect(`/account/safety/audit/${file}?${new URLSearchParams(values).toString()}`, 303);
    return { values, errors: file ? errors : {}, jobs: jobChoices(await jobsById(ctx)) };
  });

const FILES = [
  { make: "pdf", file: "report.pdf" },
  { make: "zip", file: "files.zip" },
] as const;

/** Asks for the days of an audit report. */
export default function Audit() {
  const { values, errors, jobs } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Audit report">
        For an insurer, a general contractor, or OSHA: who signed what, what was found and fixed, near misses,
        and cards.
      </PageHeader>
      <SafetyPages here="/account/safety/audit" />
      <form method="get" className="form">
        <Field
          name="from"
          label="First day"
          type="date"
          required
          defaultValue={values.from}
          error={errors.from}
        />
        <Field name="to" label="Last day" type="date" required defaultValue={values.to} error={errors.to} />
        <Select
          name="job"
          label="Job"
          unmarked
          error={errors.job}
          defaultValue={values.job}
          options={[{ value: "", label: "All jobs" }, ...jobs]}
        />
        <div className="flex flex-wrap gap-4">
          <Button type="submit" name="make" value="pdf">
            Download the PDF
          </Button>
          <Button type="submit" kind="plain" name="make" value="zip">
            Download a ZIP with every talk and plan
          </Button>
        </div>
      </form>
    </Page>
  );
}
