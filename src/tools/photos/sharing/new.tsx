import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigate,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, RadioGroup, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { galleryPath, makeGallery } from "../gallery/galleries.server.ts";
import { choicesOf } from "./choices.server.ts";
import { gallerySchema, LONGEST_TITLE } from "./schema.ts";

export const meta = () => [{ title: "Share photos" }];

/** `?job=` and `?what=` say where it starts: `all`, `album:{id}`, `rule:{rule}`. */
export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => ({
    ...(await choicesOf(ctx, new URL(args.request.url).searchParams)),
    form: newId(),
  }));

const NONE = { message: null, errors: {} } as const;

/** The roll posts the photos that were selected there (`intent=choose`): they are too many for an address. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { what = "all", photos = "", title = "", live = "yes" } = form;
  const { time = "", place = "", full = "" } = form;
  const values = { what, photos, title, live, time, place, full };
  return inAccount(args, "work.write", async (ctx) => {
    if (form["intent"] === "choose") return data({ ...NONE, values: { ...values, what: "list" } });
    try {
      return redirect(`${galleryPath(await makeGallery(ctx, form.check(gallerySchema)))}#share`, 303);
    } catch (error) {
      return refuseForm(error, values);
    }
  });
}

export default function ShareNew() {
  const { jobs, job, options, what, kept, title, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const navigate = useNavigate();
  const errors: Readonly<Record<string, string | undefined>> = answer?.errors ?? {};
  const typed = answer?.values;
  const listed = typed?.what === "list" ? typed.photos.split(",").filter(Boolean).length : 0;
  if (!job)
    return (
      <Page narrow>
        <PageHeader title="Share photos" />
        <EmptyState title="No jobs yet" action={<LinkButton href="/account/jobs/new">Add a job</LinkButton>}>
          Photos belong to a job. Add the job first, and take photos there.
        </EmptyState>
      </Page>
    );
  return (
    <Page narrow className="pb-12">
      <PageHeader title="Share photos">
        Your client sees them by link, without an account. You can close the link at any time.
      </PageHeader>
      <Form method="post" action={`/account/photos/galleries/new?job=${job.id}`} className="form">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="form" value={form} />
        {listed > 0 ? (
          <>
            <input type="hidden" name="job" value={job.id} />
            <input type="hidden" name="what" value="list" />
            <input type="hidden" name="photos" value={typed?.photos} />
            <p className="max-w-measure">
              <b>{listed === 1 ? "1 photo" : `${listed.toLocaleString("en-US")} photos`}</b> of {job.name},
              chosen by you. Photos you take later don’t show up. If one is hidden or deleted, nobody sees it
              any more. Photos that are still on a phone show up once they’re sent.
            </p>
            {errors["what"] ? <StatusLine kind="error">{errors["what"]}</StatusLine> : null}
          </>
        ) : (
          <>
            <Select
              name="job"
              label="Job"
              required
              options={jobs}
              defaultValue={job.id}
              onChange={({ target }) =>
                void navigate(`?job=${target.value}`, { replace: true, preventScrollReset: true })
              }
            />
            <Select
              key={job.id}
              name="what"
              label="Photos"
              required
              options={options}
              defaultValue={typed?.what ?? what}
              error={errors["what"]}
              hint={[
                "Hidden and deleted photos, and videos, are never shown.",
                kept === 0
                  ? ""
                  : kept === 1
                    ? "1 photo from a safety check isn’t included. To share it, select it in the job’s photos."
                    : `${kept.toLocaleString("en-US")} photos from safety checks aren’t included. To share one, select it in the job’s photos.`,
              ]
                .filter(Boolean)
                .join(" ")}
            />
            <RadioGroup
              name="live"
              label="Photos you take later"
              defaultValue={typed?.live ?? "no"}
              options={[
                { value: "no", label: "Don’t show up: share the photos as they are now" },
                { value: "yes", label: "Show up too, if they match" },
              ]}
            />
          </>
        )}
        <Field
          key={`${job.id} title`}
          name="title"
          label="Title"
          required
          hint="Your client sees it."
          maxLength={LONGEST_TITLE}
          defaultValue={typed?.title || title}
          error={errors["title"]}
        />
        <Checkbox
          name="full"
          label="Full-size downloads"
          hint="Otherwise, downloads are up to 1,600 pixels wide: enough for a screen."
          defaultChecked={typed?.full === "yes"}
        />
        <Checkbox
          name="time"
          label="Show the time of day"
          hint="Photos are grouped by day either way."
          defaultChecked={typed?.time === "yes"}
        />
        <Checkbox
          name="place"
          label="Show where photos were taken"
          hint="On the page and in full-size downloads. Otherwise, location is in neither. Camera details never are."
          defaultChecked={typed?.place === "yes"}
        />
        <SubmitButton busy="One moment..." sending={sending} kind="signal">
          Continue
        </SubmitButton>
        <p className="text-sm text-pencil">
          Next: create a link or send an email, with an expiration and a passcode if you want.
        </p>
        <StatusLine kind="error">{answer?.message}</StatusLine>
      </Form>
    </Page>
  );
}
