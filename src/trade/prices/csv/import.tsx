import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useNavigation,
} from "react-router";
import { z } from "zod";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { createLimiter, refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { importPrices, receivePrices, undoImport } from "./import.server.ts";

export const meta = () => [{ title: "Import prices" }];

/** Bad rows on the page; the rest are counted. */
const MOST_SHOWN = 500;
/** Each file is read completely; more than this is abuse. */
const filesPerPerson = createLimiter({ name: "price-files", limit: 30, windowSeconds: 600 });
const undoSchema = z.object({ commands: z.string().max(100_000) });

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "business.change", () => Promise.resolve(null));

/** Receives the file outside any transaction, because an upload can take minutes. */
export async function action(args: ActionFunctionArgs) {
  try {
    const person = await actInAccount(args, "business.change", (ctx) => Promise.resolve(ctx.user!.id));
    const isFile = (args.request.headers.get("content-type") ?? "").startsWith("multipart/form-data");
    if (!isFile) {
      const { commands } = (await readForm(args.request)).check(undoSchema);
      const restored = await actInAccount(args, "business.change", (ctx) =>
        undoImport(ctx, commands.split(" ")),
      );
      return data({ ...NOTHING, restored });
    }
    const verdict = filesPerPerson.check(person, now());
    if (!verdict.ok)
      return refuseTooMany(verdict, {}, "That’s a lot of files in a short time. Nothing was changed.");
    const { rows, bad, repeated } = await receivePrices(args.request);
    const done = await actInAccount(args, "business.change", (ctx) => importPrices(ctx, rows));
    return data({
      ...NOTHING,
      done: { ...done, repeated, bad: bad.slice(0, MOST_SHOWN), refused: bad.length },
    });
  } catch (error) {
    return refuseForm(error, {});
  }
}

const NOTHING = { errors: {} as Readonly<Record<string, string>>, message: null, restored: null, done: null };

const count = (many: number, one: string, more = `${one}s`): string =>
  `${many.toLocaleString("en-US")} ${many === 1 ? one : more}`;

/** Brings a price list in from a file. */
export default function ImportPrices() {
  const answer = useActionData<typeof action>();
  const navigation = useNavigation();
  const errors = answer?.errors ?? {};
  const done = answer && "done" in answer ? answer.done : null;
  const restored = answer && "restored" in answer ? answer.restored : null;
  return (
    <Page className="pb-16">
      <PageHeader title="Import prices">
        A CSV file with a row for each item. Items already in your book get the new price.{" "}
        <a className="text-link" href="/account/prices">
          Price book
        </a>
      </PageHeader>
      {done ? <Result done={done} /> : null}
      {restored === null ? null : (
        <StatusLine kind="done">Undone: {count(restored, "item")} as before.</StatusLine>
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        // A full page load: without script, the upload works the same way.
        reloadDocument
        className="form max-w-narrow"
      >
        <ErrorSummary errors={errors} />
        <Field
          name="file"
          type="file"
          label="CSV file"
          required
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          hint="Required columns: Item, Price. Optional: Unit, Cost, Taxable, Category. Up to 20,000 rows."
          error={errors["file"]}
        />
        <SubmitButton busy="Importing..." sending={navigation.state !== "idle"}>
          Import
        </SubmitButton>
        {answer?.message ? <StatusLine kind="error">{answer.message}</StatusLine> : null}
      </Form>
      {done ? null : (
        <Section title="What a file looks like" id="example">
          <Table
            caption="An example of a price list"
            rows={EXAMPLE}
            rowKey={(row) => row.item}
            columns={[
              { label: "Item", cell: (row) => row.item },
              { label: "Unit", cell: (row) => row.unit },
              { label: "Price", cell: (row) => row.price, figures: true },
              { label: "Cost", cell: (row) => row.cost, figures: true },
              { label: "Taxable", cell: (row) => row.taxable },
              { label: "Category", cell: (row) => row.category },
            ]}
          />
        </Section>
      )}
    </Page>
  );
}

interface Done {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly repeated: number;
  readonly refused: number;
  readonly bad: readonly { readonly line: number; readonly text: string; readonly why: string }[];
  readonly commands: readonly string[];
}

function Result({ done }: { done: Done }) {
  const { added, changed, same, repeated, refused, bad, commands } = done;
  const parts = [
    count(added, "item") + " added",
    `${changed.toLocaleString("en-US")} changed`,
    same > 0 ? `${same.toLocaleString("en-US")} as they were` : "",
  ];
  return (
    <>
      <StatusLine kind="done">{parts.filter(Boolean).join(", ")}.</StatusLine>
      {repeated > 0 ? (
        <p>{count(repeated, "row")} had an item that comes again further down. The last one counts.</p>
      ) : null}
      {commands.length > 0 ? (
        <Form method="post" className="my-4">
          <input type="hidden" name="commands" value={commands.join(" ")} />
          <SubmitButton kind="plain" busy="Undoing...">
            Undo the import
          </SubmitButton>
        </Form>
      ) : null}
      {refused > 0 ? (
        <Section title={`${count(refused, "row")} couldn’t be imported`} id="bad-rows">
          <p className="mb-4 max-w-measure">
            Fix {refused === 1 ? "it" : "them"} in your file and import the file again. Rows already imported
            stay.
            {refused > bad.length ? ` The first ${bad.length} are listed.` : ""}
          </p>
          <Table
            caption="Rows that couldn’t be imported"
            rows={bad}
            rowKey={({ line }) => String(line)}
            columns={[
              { label: "Line", cell: ({ line }) => String(line), isShort: true },
              { label: "Item", cell: ({ text }) => text || "No name" },
              { label: "What’s wrong", cell: ({ why }) => why },
            ]}
          />
        </Section>
      ) : null}
    </>
  );
}

const EXAMPLE = [
  { item: "Composite tread", unit: "ft", price: "38.50", cost: "27.00", taxable: "yes", category: "Decking" },
  { item: "Carpenter", unit: "hr", price: "85", cost: "52", taxable: "no", category: "Labor" },
] as const;
