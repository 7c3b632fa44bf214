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
import { listImports } from "./data.server.ts";
import { acceptUpload } from "./upload.server.ts";

export const meta = () => [{ title: "Import leads" }];

/** Must equal MOST_MEGABYTES, which is server-only. */
const LARGEST_MEGABYTES = 50;
const TOO_LARGE = `That file is larger than ${LARGEST_MEGABYTES} MB. Split it and import the parts one at a time.`;
/** Each file is read completely; more than this is abuse. */
const filesPerPerson = createLimiter({ name: "import-files", limit: 30, windowSeconds: 600 });

/** The form and earlier imports. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "leads.import", async (ctx) => {
    const zone = await zoneOf(ctx);
    const imports = await listImports(ctx);
    return {
      discarded: new URL(args.request.url).searchParams.has("discarded"),
      imports: imports.map(({ id, fileName, createdAt, state, added }) => ({
        id,
        fileName,
        state,
        added,
        came: moment(createdAt, zone),
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
    const accepted = await acceptUpload(account, args.request);
    if (accepted === "too large")
      return data<FormFailure<object>>(
        { values: {}, errors: { file: TOO_LARGE }, message: null },
        { status: 413 },
      );
    return redirect(`/account/leads/import/${accepted.id}`, 303);
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

export default function ImportLeads() {
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
      <PageHeader title="Import leads">
        Add people who agreed to get email from you. You’ll preview the list before anything is saved, and you
        can undo it. To bring jobs, photos, and logs too,{" "}
        <a className="text-link" href="/account/imports">
          move in from another product
        </a>
        .
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
          label="CSV or vCard file"
          required
          accept=".csv,.tsv,.txt,.vcf,text/csv,text/tab-separated-values,text/plain,text/vcard"
          hint={`Up to ${LARGEST_MEGABYTES} MB. From Jobber, Housecall Pro, HubSpot, Mailchimp, QuickBooks, Square, Google, Outlook or iCloud contacts, Excel, or any other list with names and email addresses or phone numbers.`}
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
                cell: (one) => <a href={`/account/leads/import/${one.id}`}>{one.fileName}</a>,
              },
              { label: "When", cell: (one) => <time dateTime={one.came.iso}>{one.came.words}</time> },
              { label: "New leads", cell: (one) => formatNumber(one.added), figures: true },
              {
                label: "Status",
                cell: (one) => <StateMark state={STATES[one.state]}>{WORDS[one.state]}</StateMark>,
              },
            ]}
          />
        </Section>
      ) : (
        <Section title="What a list looks like" id="example">
          <p className="mt-3 mb-4 max-w-measure">
            The first row has column names, in any order and in your own words. You’ll see how we read them
            before anything is saved.
          </p>
          <Table
            caption="An example of a list"
            rows={EXAMPLE}
            rowKey={(row) => row.email}
            columns={[
              { label: "Name", cell: (row) => row.name },
              { label: "Email", cell: (row) => <span className="wrap-anywhere">{row.email}</span> },
              { label: "Phone", cell: (row) => row.phone },
              { label: "Notes", cell: (row) => row.notes },
            ]}
          />
        </Section>
      )}
    </Page>
  );
}

const EXAMPLE = [
  { name: "Rosa Delgado", email: "rosa@example.com", phone: "303 555 0142", notes: "Cedar deck, spring" },
  { name: "Will Turner", email: "will@example.com", phone: "303 555 0177", notes: "Asked at the home show" },
] as const;
