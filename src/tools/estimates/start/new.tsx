import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { Button, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { findWhom, newClientSchema, startEstimate } from "./new.server.ts";

export const meta = () => [{ title: "New estimate" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.write", async (ctx) => {
    const words = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 100);
    return { words, ...(await findWhom(ctx, words)), form: newId() };
  });

/** Begins the estimate, and opens the screen that writes it, which works offline. */
export async function action(args: ActionFunctionArgs) {
  const posted = await readForm(args.request);
  const { form = "", job: jobId = "", lead: leadId = "" } = posted;
  try {
    const address = await actInAccount(args, "work.write", (ctx) =>
      startEstimate(
        ctx,
        jobId ? { form, jobId } : leadId ? { form, leadId } : { form, client: posted.check(newClientSchema) },
      ),
    );
    return redirectDocument(address, 303);
  } catch (error) {
    const { name = "", email = "", phone = "", address = "" } = posted;
    return refuseForm(error, { name, email, phone, address });
  }
}

/** Whom a new estimate is for: a job, a client, or a client who is new. */
export default function NewEstimate() {
  const { words, jobs, people, form } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isSending = useNavigation().state === "submitting";
  const values = refused?.values;
  const errors = refused?.errors ?? {};
  return (
    <Page narrow className="pb-12">
      <BackToList title="Estimates" href="/account/estimates" />
      <PageHeader title="New estimate">
        Choose the job or the client it’s for, or add a new client.
      </PageHeader>
      <Form method="get" role="search" className="form mb-8">
        <Field
          name="q"
          label="Job or client"
          type="search"
          unmarked
          autoComplete="off"
          defaultValue={words}
        />
        <Button type="submit" kind="plain">
          Search
        </Button>
      </Form>
      {words && jobs.length + people.length === 0 ? (
        <p role="status" className="mt-4">
          Nothing matches “{words}”. Try fewer words, or add the client below.
        </p>
      ) : null}
      <Whom title={words ? "Jobs" : "Latest jobs"} name="job" rows={jobs} form={form} />
      <Whom title={words ? "Clients" : "Latest clients"} name="lead" rows={people} form={form} />
      <Section title="New client" id="new">
        <Form method="post" className="form mt-4">
          <ErrorSummary errors={errors} />
          <input type="hidden" name="form" value={form} />
          <Field
            name="name"
            label="Name"
            required
            autoComplete="off"
            maxLength={120}
            defaultValue={values?.name}
            error={errors["name"]}
          />
          <Field
            name="email"
            label="Email"
            type="email"
            autoComplete="off"
            defaultValue={values?.email}
            error={errors["email"]}
          />
          <Field
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="off"
            maxLength={40}
            defaultValue={values?.phone}
            error={errors["phone"]}
          />
          <Field
            name="address"
            label="Address of the work"
            autoComplete="off"
            maxLength={300}
            defaultValue={values?.address}
            error={errors["address"]}
          />
          <SubmitButton kind="signal" busy="One moment..." sending={isSending}>
            Start the estimate
          </SubmitButton>
          <StatusLine kind="error">{refused?.message}</StatusLine>
        </Form>
      </Section>
    </Page>
  );
}

/** Rows to choose from; each is a button. */
function Whom({
  title,
  name,
  rows,
  form,
}: {
  title: string;
  name: "job" | "lead";
  rows: readonly { readonly id: string; readonly name: string; readonly about: string }[];
  form: string;
}) {
  if (rows.length === 0) return null;
  return (
    <Section title={title} id={name}>
      <Form method="post">
        <input type="hidden" name="form" value={form} />
        <ul className="estimate-list mt-2">
          {rows.map((row) => (
            <li key={row.id}>
              <button type="submit" name={name} value={row.id} className="estimate-list-row estimate-line">
                <span>
                  <b>{row.name}</b>
                  {row.about ? <span className="estimate-quiet">{row.about}</span> : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </Section>
  );
}
