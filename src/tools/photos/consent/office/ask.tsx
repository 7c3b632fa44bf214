import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { refuseMail } from "#ground/papers/public.server.ts";
import { MadeLink } from "#ground/papers/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { LinkButton } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { jobToAsk, photosToAsk } from "../ask.server.ts";
import { captionOf, groupPairs, USES, wordingOf } from "../rules.ts";
import { ActButton } from "./act-form.tsx";
import { actOnNewAsk, refuseMembers } from "./act.server.ts";
import { OfficePhotos } from "./photos.tsx";

export const meta = () => [{ title: "Ask to show photos" }];

/** `?job=` with `photos=`, hashes with commas between: what was selected in the roll. */
export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.write", async (ctx) => {
    refuseMembers(ctx);
    const { searchParams } = new URL(args.request.url);
    const jobId = searchParams.get("job") ?? "";
    const typed = searchParams.get("photos") ?? "";
    if (!jobId || !typed) return { chosen: null };
    const { job, client, business } = await jobToAsk(ctx, jobId);
    try {
      const photos = await photosToAsk(ctx, jobId, typed.split(","));
      let number = 0;
      return {
        chosen: {
          ...{ jobId, jobName: job.name, photos: photos.map(({ sha256 }) => sha256), form: newId() },
          client: client ? { name: client.name, address: client.address } : null,
          refusal: await refuseMail(ctx),
          wording: wordingOf(business.name ?? "The business"),
          groups: groupPairs(photos).map((group) =>
            group.map(({ sha256, caption }, at) => ({
              sha256,
              label: captionOf(++number, group.length === 1 ? null : at === 0 ? "before" : "after", caption),
            })),
          ),
        },
      };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      return { chosen: null, jobId, problem: error.fields["photos"] ?? error.message };
    }
  });

export const action = (args: ActionFunctionArgs) => actOnNewAsk(args);

/** Asks a client which photos of their job may be shown, and where. */
export default function AskForPhotos() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? answer : undefined;
  const made = answer && "link" in answer ? answer : undefined;
  const { chosen } = view;
  if (!chosen)
    return (
      <Page className="pb-12">
        <PageHeader title="Ask to show photos" />
        <p className="max-w-measure">
          {"problem" in view
            ? view.problem
            : "Open the photos of a job, tap Select, choose the ones you’d like to show, then tap More and “Ask the client to show them.”"}
        </p>
        <p className="mt-6">
          <LinkButton
            href={"jobId" in view ? `/account/job/${view.jobId}/photos` : "/account/jobs"}
            kind="plain"
          >
            {"jobId" in view ? "Back to the photos" : "Jobs"}
          </LinkButton>
        </p>
      </Page>
    );
  const { client, form, jobId, jobName, photos, groups, refusal, wording } = chosen;
  const errors = refused?.errors ?? {};
  return (
    <Page className="pb-12">
      <BackToList title="Recent work" href="/account/photos/recent" />
      <PageHeader title="Ask to show photos">
        {photos.length === 1
          ? "Your client sees exactly this photo of"
          : "Your client sees exactly these photos of"}{" "}
        <a className="text-link" href={`/account/job/${jobId}/photos`}>
          {jobName}
        </a>{" "}
        and decides where you may show {photos.length === 1 ? "it" : "them"}. Nothing is shown before they say
        yes.
      </PageHeader>
      <OfficePhotos groups={groups} />
      <Section title="What they’re asked" id="asked">
        <ul className="mt-2 list-disc pl-6">
          {USES.map((use) => (
            <li key={use}>{wording.uses[use].label}</li>
          ))}
        </ul>
        <p className="mt-2 max-w-measure">
          Your client checks the boxes they agree to. None is checked for them, and they can change their mind
          at any time.
        </p>
      </Section>
      {made ? (
        <Section title="Your link" id="link">
          <MadeLink link={made.link} qr={made.qr} />
          <p className="mt-4">
            <LinkButton href="/account/photos/recent" kind="plain">
              See all requests
            </LinkButton>
          </p>
        </Section>
      ) : (
        <Form method="post" className="form mt-6">
          <ErrorSummary errors={errors} />
          <input type="hidden" name="form" value={form} />
          <input type="hidden" name="job" value={jobId} />
          <input type="hidden" name="photos" value={photos.join(",")} />
          {refusal ? <p className="max-w-measure">{refusal}</p> : null}
          {refusal ? null : (
            <>
              <Field
                name="to"
                label="Client’s email"
                unmarked
                inputMode="email"
                autoComplete="off"
                hint={client?.name ? `${client.name} is the client on this job.` : undefined}
                defaultValue={refused?.values.to || client?.address}
                error={errors["to"]}
              />
              <TextArea
                name="words"
                label="Message"
                rows={3}
                maxLength={2000}
                defaultValue={refused?.values.words}
                error={errors["words"]}
              />
            </>
          )}
          <div className="flex flex-wrap gap-3">
            {refusal ? null : <ActButton intent="send" name="intent" value="send" kind="signal" />}
            <ActButton intent="share" name="intent" value="share" kind="plain" />
          </div>
          <StatusLine kind="error">{refused?.message}</StatusLine>
        </Form>
      )}
    </Page>
  );
}
