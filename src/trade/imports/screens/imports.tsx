import { useState } from "react";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { type FormFailure, refuseForm } from "#platform/http/answers.server.ts";
import { createLimiter, refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { listImports } from "../data.server.ts";
import { acceptFile } from "../upload.server.ts";

export const meta = () => [{ title: "Move in from another product" }];

/** Must equal MOST_MEGABYTES, which is server-only. */
const LARGEST_MEGABYTES = 50;
const TOO_LARGE = `That file is larger than ${LARGEST_MEGABYTES} MB. Split it and import the parts one at a time. Import larger ZIPs of photos on the job’s photos screen.`;
/** Each file is read completely; more than this is abuse. */
const filesPerPerson = createLimiter({ name: "move-in-files", limit: 30, windowSeconds: 600 });

/** The form and earlier imports. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "leads.import", async (ctx) => {
    const zone = await zoneOf(ctx);
    return {
      discarded: new URL(args.request.url).searchParams.has("discarded"),
      imports: (await listImports(ctx)).map(({ id, fileName, createdAt, state, added }) => ({
        ...{ id, fileName, state, came: moment(createdAt, zone) },
        added: Object.values(added).reduce((sum, many) => sum + many, 0),
      })),
    };
  });
}

/** Receives the file outside any transaction, because an upload can take minutes. */
export async function action(args: ActionFunctionArgs) {
  const { account, person } = await inAccount(args, "leads.import", async (ctx) => ({
    account: ctx.account.id,
    person: ctx.user!.id,
  }));
  try {
    const verdict = filesPerPerson.check(person, now());
    if (!verdict.ok)
      return refuseTooMany(verdict, {}, "That’s a lot of files in a short time. Nothing was changed.");
    const accepted = await acceptFile(account, person, args.request);
    if (accepted === "too large")
      return data<FormFailure<object>>(
        { values: {}, errors: { file: TOO_LARGE }, message: null },
        { status: 413 },
      );
    return redirect(accepted.to, 303);
  } catch (error) {
    return refuseForm(error, {});
  }
}

const STATES = { ready: "waiting", running: "now", done: "done", undoing: "now", undone: "stopped" } as const;
const WORDS = {
  ready: "Not imported yet",
  running: "Importing",
  done: "Imported",
  undoing: "Undoing",
  undone: "Undone",
} as const;

export default function MoveIn() {
  const { imports, discarded } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const [tooLarge, setTooLarge] = useState("");
  const errors: Readonly<Record<string, string>> = {
    ...refused?.errors,
    ...(tooLarge ? { file: tooLarge } : {}),
  };
  return (
    <Page className="pb-16">
      <PageHeader title="Move in from another product">
        Bring your clients, jobs, photos, checklists, and logs with you. You’ll see what we found before
        anything is saved, and you can undo it.
      </PageHeader>
      <Form
        method="post"
        encType="multipart/form-data"
        // A full page load: without script, the upload works the same way.
        reloadDocument
        className="form max-w-narrow"
        onSubmit={(event) => {
          // Checked before 50 MB are sent in vain.
          const file = new FormData(event.currentTarget).get("file");
          const words = file instanceof File && file.size > LARGEST_MEGABYTES * 1024 * 1024 ? TOO_LARGE : "";
          setTooLarge(words);
          if (words) event.preventDefault();
        }}
      >
        <ErrorSummary errors={errors} />
        <Field
          name="file"
          type="file"
          label="Exported file"
          required
          accept=".csv,.tsv,.txt,.vcf,.json,.zip,text/csv,text/plain,text/vcard,application/json,application/zip"
          hint={`A CSV or JSON file, or a ZIP of them with photos, up to ${LARGEST_MEGABYTES} MB.`}
          error={errors["file"]}
        />
        <SubmitButton busy="Reading the file..." sending={navigation.state !== "idle"}>
          Preview
        </SubmitButton>
        <StatusLine kind={refused ? "error" : "done"}>
          {refused ? refused.message : discarded ? "File discarded. Nothing was imported." : null}
        </StatusLine>
      </Form>
      {imports.length ? (
        <Section title="Earlier imports" id="imports">
          <Table
            caption="Imports, newest first"
            rows={imports}
            rowKey={(one) => one.id}
            columns={[
              {
                label: "File",
                cell: (one) => (
                  <a className="wrap-anywhere" href={`/account/imports/${one.id}`}>
                    {one.fileName}
                  </a>
                ),
              },
              { label: "When", cell: (one) => <time dateTime={one.came.iso}>{one.came.words}</time> },
              { label: "Added", cell: (one) => formatNumber(one.added), figures: true },
              {
                label: "Status",
                cell: (one) => <StateMark state={STATES[one.state]}>{WORDS[one.state]}</StateMark>,
              },
            ]}
          />
        </Section>
      ) : null}
      <Section title="What you can bring" id="what">
        <p className="mt-3 mb-4 max-w-measure">
          Start with clients, then jobs, then what’s on the jobs. From a product that isn’t listed, export a
          CSV file. You’ll choose what its columns mean.
        </p>
        <Table
          caption="What you can bring from each product"
          rows={PRODUCTS}
          rowKey={([product]) => product}
          columns={[
            { label: "From", cell: ([product]) => product },
            { label: "Export", cell: ([, file]) => file },
            { label: "Becomes", cell: ([, , becomes]) => becomes },
          ]}
        />
      </Section>
    </Page>
  );
}

const PRODUCTS: readonly (readonly [product: string, file: string, becomes: string])[] = [
  ["Jobber", "Clients and jobs, as CSV", "People and jobs"],
  [
    "CompanyCam",
    "Projects as CSV, and photos as a ZIP with a folder for each project",
    "Jobs and their photos",
  ],
  [
    "SafetyCulture",
    "Inspection items as CSV, or a template as JSON",
    "Checklists, and sealed copies of inspections",
  ],
  ["Raken", "Daily reports as CSV, or as PDFs in a ZIP", "Sealed copies of daily logs, marked as imported"],
  ["Fieldwire", "Tasks as CSV", "Issues on the job that you choose"],
];
