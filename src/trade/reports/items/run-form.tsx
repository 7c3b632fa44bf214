import { Form, useNavigation } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";

interface Refused {
  readonly message: string | null;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly values: Readonly<Record<"items" | "photos" | "authors", string>>;
}

/**
 * What the report of one run shows.
 * @param heading "Checklist report" @param run its title, its job, and where it is
 * @param report the id of the report, so that a double click makes one
 */
export function RunReportForm({
  heading,
  run,
  report,
  refused,
}: {
  heading: string;
  run: { readonly title: string; readonly job: string; readonly href: string };
  report: string;
  refused: Refused | undefined;
}) {
  const isSending = useNavigation().state === "submitting";
  const values = refused?.values ?? { items: "all", photos: "yes", authors: "" };
  return (
    <Page narrow className="pb-12">
      <BackToList title={run.title} href={run.href} />
      <PageHeader title={heading}>
        {run.title}, {run.job}. A PDF on your letterhead, the same as a web page by link, and a CSV.
      </PageHeader>
      <Form method="post" className="form">
        <ErrorSummary errors={refused?.errors ?? {}} />
        <input type="hidden" name="report" value={report} />
        <Select
          name="items"
          label="Items"
          required
          hint="What failed always comes first."
          defaultValue={values.items}
          error={refused?.errors["items"]}
          options={[
            { value: "all", label: "All items" },
            { value: "short", label: "Only what failed or isn’t answered" },
          ]}
        />
        <fieldset className="fieldset">
          <legend>Include</legend>
          <Checkbox name="photos" label="Photos" defaultChecked={values.photos === "yes"} />
          <Checkbox
            name="authors"
            label="Who answered each item, and when"
            hint="For items that failed it’s always there."
            defaultChecked={values.authors === "yes"}
          />
        </fieldset>
        <SubmitButton busy="Creating..." sending={isSending}>
          Create report
        </SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </Form>
    </Page>
  );
}
