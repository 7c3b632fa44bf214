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
import { inAccount } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { Button, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { EmptyState, ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { LONGEST_TITLE, ORDERS, PER_PAGE } from "./choice.ts";
import { offerOf, requestPhotoReport } from "./new.server.ts";

export const meta = () => [{ title: "Photo report" }];

const NAMES = ["job", "title", "album", "perPage", "order", "time", "author", "place", "photos"] as const;

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const offer = await offerOf(ctx, (name) => searchParams.get(name) ?? undefined);
    const album = offer.albums.find(({ value }) => value === searchParams.get("album"));
    return { offer, reportId: newId(), album: album?.value ?? "", title: album?.label ?? "Photos" };
  });

/** `intent=choose` shows the form for photos that were selected on the job; otherwise it makes the report. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return inAccount(args, "work.write", async (ctx) => {
    const offer = () => offerOf(ctx, (name) => form[name]);
    if (form["intent"] === "choose") return data({ offer: await offer(), refused: null });
    try {
      return redirect(await requestPhotoReport(ctx, form), 303);
    } catch (error) {
      const values = Object.fromEntries(NAMES.map((name) => [name, form[name] ?? ""]));
      const refusal = refuseForm(error, values as Record<(typeof NAMES)[number], string>);
      return data({ offer: await offer(), refused: refusal.data }, { status: refusal.init?.status ?? 422 });
    }
  });
}

/** Which photos of a job to put in a report, and how it looks. */
export default function NewPhotoReport() {
  const loaded = useLoaderData<typeof loader>();
  const acted = useActionData<typeof action>();
  const isSending = useNavigation().state === "submitting";
  const { jobs, job, albums, selected, filters, only } = acted?.offer ?? loaded.offer;
  const refused = acted?.refused;
  const errors = refused?.errors ?? {};
  const values = refused?.values ?? {
    ...{ title: loaded.title, album: loaded.album, perPage: "4", order: "album" },
    ...{ time: "yes", author: "", place: "" },
  };
  const count = selected.length;
  if (jobs.length === 0)
    return (
      <Page narrow>
        <PageHeader title="Photo report" />
        <EmptyState title="No jobs yet" action={<LinkButton href="/account/jobs/new">Add a job</LinkButton>}>
          A photo report shows the photos of one job. Add the job first, and take photos there.
        </EmptyState>
      </Page>
    );
  return (
    <Page narrow className="pb-12">
      <BackToList title="Photos" href="/account/photos" />
      <PageHeader title="Photo report">
        A PDF with a cover, and a web page of the same photos, on your letterhead.
      </PageHeader>
      {count > 0 ? (
        <p className="mb-6">{`${count === 1 ? "1 selected photo" : `${count} selected photos`} of ${jobs.find((one) => one.value === job)?.label ?? "this job"}.`}</p>
      ) : (
        <Form method="get" className="form mb-6">
          <Select name="job" label="Job" required defaultValue={job} options={jobs} key={job} />
          <Button type="submit" kind="plain">
            Choose job
          </Button>
        </Form>
      )}
      <Form method="post" className="form" key={job}>
        <ErrorSummary errors={errors} />
        <input type="hidden" name="report" value={loaded.reportId} />
        <input type="hidden" name="job" value={job} />
        <input type="hidden" name="photos" value={selected.join(",")} />
        {Object.entries(filters).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <Field
          name="title"
          label="Title"
          required
          maxLength={LONGEST_TITLE}
          defaultValue={values.title}
          error={errors["title"]}
        />
        {count === 0 ? (
          <Select
            name="album"
            label="Photos"
            required
            defaultValue={values.album}
            hint={
              only.length > 0
                ? `Only those with: ${only.join(", ")}.`
                : "To choose single photos, select them on the job."
            }
            options={[{ value: "", label: "All photos of the job" }, ...albums]}
            error={errors["album"] ?? errors["photos"]}
          />
        ) : null}
        <Select
          name="perPage"
          label="Layout"
          required
          hint="A before and after always stand side by side."
          defaultValue={values.perPage}
          options={PER_PAGE.map((one) => ({ ...one }))}
        />
        <Select
          name="order"
          label="Order"
          required
          defaultValue={values.order}
          options={ORDERS.map((one) => ({ ...one }))}
        />
        <fieldset className="fieldset">
          <legend>Below each photo, besides its caption and tags</legend>
          <Checkbox name="time" label="Date and time" defaultChecked={values.time === "yes"} />
          <Checkbox name="author" label="Who took it" defaultChecked={values.author === "yes"} />
          <Checkbox
            name="place"
            label="Where it was taken"
            hint="Latitude and longitude, where the phone recorded them."
            defaultChecked={values.place === "yes"}
          />
        </fieldset>
        <SubmitButton busy="Creating..." sending={isSending}>
          Create report
        </SubmitButton>
        <StatusLine kind="error">{refused?.message ?? (count > 0 ? errors["photos"] : null)}</StatusLine>
      </Form>
    </Page>
  );
}
