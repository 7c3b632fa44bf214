import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { dripBriefSchema, otherStages, understoodIn } from "#ground/writing/public.server.ts";
import { FiguresToCheck, figuresToCheck, OtherStages, WrittenFor } from "#ground/writing/public.tsx";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayOf } from "#platform/time/format.ts";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Panel } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { getWrittenDrip, renameDrip } from "./data.server.ts";
import { rememberDrip } from "./draft/cookie.server.ts";
import { makeDrip } from "./draft/drafts.server.ts";
import { duplicateDrip, getSavedDrip } from "./follow-up/saved.server.ts";
import { toPlainText } from "./paper/render.ts";
import { DripTimeline } from "./timeline.tsx";
import { deleteDrip, goesAt, restoreDrip } from "./trash.server.ts";
import { newestNumber } from "./versions/versions.server.ts";
import { titleSchema } from "./title.ts";
import { countOf, LEAD_LABELS, LEAD_MEANINGS, PLACEHOLDER_NOTE, TITLE_LIMIT } from "./labels.ts";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [
  { title: loaderData?.title ?? "Draft follow-up" },
];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const drip = await getSavedDrip(ctx, args.params["dripId"] ?? "", { deleted: true });
    const saved = new URL(args.request.url).searchParams.get("saved");
    const [number, zone] = await Promise.all([newestNumber(ctx, drip.id), zoneOf(ctx)]);
    return {
      id: drip.id,
      title: drip.title,
      text: drip.text,
      plain: toPlainText(drip),
      understood: understoodIn(drip.brief, drip.text),
      stages: otherStages(drip.brief.leadType),
      number,
      goes: drip.deletedAt ? dayOf(goesAt(drip.deletedAt), zone) : null,
      saved,
      followUp: drip.followUp ?? null,
      // A double click makes one copy.
      copyId: newId(),
    };
  });
}

/** As many as a visitor may make. */
const perPerson = createLimiter({ name: "drip-again", limit: 30, windowSeconds: 600 });

function countOne({ user, now }: AccountContext): void {
  if (user && !perPerson.check(user.id, now).ok)
    throw new AppError(
      "invalid",
      "You’ve made a lot of follow-ups in a short time. Please try again in ten minutes.",
    );
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const form = await readForm(args.request);
    const { intent, copy } = form;
    const id = args.params["dripId"] ?? "";
    switch (intent) {
      case "duplicate":
        return redirect(`/account/sequences/${await duplicateDrip(ctx, id, copy ?? "")}/edit`, 303);
      case "delete":
        await deleteDrip(ctx, id);
        return redirect(`/account/follow-up?deleted=${id}`, 303);
      case "rename": {
        await getWrittenDrip(ctx, id);
        try {
          await renameDrip(ctx, id, form.check(titleSchema).title);
        } catch (error) {
          return refuseForm(error, { title: form["title"] ?? "" });
        }
        return redirect(`/account/drips/${id}`, 303);
      }
      case "again": {
        const { brief } = await getWrittenDrip(ctx, id);
        countOne(ctx);
        return redirect(`/genLeadDrip?again=${await makeDrip(brief, 1, false)}`, 303);
      }
      case "stage": {
        const { brief } = await getWrittenDrip(ctx, id);
        countOne(ctx);
        const token = await makeDrip(dripBriefSchema.parse({ ...brief, leadType: form["stage"] }), 1);
        const isSecure = installation().publicUrl.startsWith("https:");
        return redirect(`/genLeadDrip?made=${token}`, {
          status: 303,
          headers: { "Set-Cookie": rememberDrip(token, isSecure) },
        });
      }
      case "restore":
        await restoreDrip(ctx, id);
        return redirect(`/account/drips/${id}`, 303);
      default:
        await getWrittenDrip(ctx, id, { deleted: true });
        return redirect(`/account/drips/${id}`, 303);
    }
  });
}

export default function DripPage() {
  const { id, title, text, plain, understood, stages, number, goes, saved, followUp, copyId } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const doing = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  if (goes)
    return (
      <Page className="pb-12">
        <PageHeader title={title} />
        <Panel className="mb-8">
          <h2 className="text-xl">This draft was deleted</h2>
          <p className="mt-2">
            You can restore it until <time dateTime={goes.iso}>{goes.words}</time>. After that it’s gone for
            good.
          </p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="restore" />
            <SubmitButton busy="One moment..." sending={doing === "restore"}>
              Restore
            </SubmitButton>
          </Form>
        </Panel>
        <DripTimeline text={text} />
      </Page>
    );
  return (
    <Page className="pb-12">
      <PageHeader title={title}>
        {countOf(text)}. {LEAD_LABELS[text.leadType]}: {LEAD_MEANINGS[text.leadType]}.
      </PageHeader>
      <FiguresToCheck figures={figuresToCheck(text)} />
      {understood === null ? null : (
        <div className="-mt-2 mb-2">
          <WrittenFor understood={understood} post={`/account/drips/${id}`} again={null} />
          <details className="steps">
            <summary>Write it for another stage</summary>
            <OtherStages others={stages} post={`/account/drips/${id}`} />
          </details>
        </div>
      )}
      {followUp?.isEdited ? null : (
        <details className="steps mb-4" open={Boolean(refused)}>
          <summary>Rename</summary>
          <Form method="post" className="form max-w-narrow pt-2" key={title}>
            <input type="hidden" name="intent" value="rename" />
            <Field
              name="title"
              label="Name in your list"
              hint={`Only you see it. Up to ${TITLE_LIMIT} characters.`}
              unmarked
              defaultValue={refused?.values.title ?? title}
              error={refused?.errors["title"]}
            />
            <SubmitButton kind="plain" size="small" busy="Saving..." sending={doing === "rename"}>
              Save name
            </SubmitButton>
          </Form>
        </details>
      )}
      <StatusLine kind="done" takesFocus={saved !== null}>
        {saved === null ? null : saved === "same" ? "No changes." : `Saved as version ${saved}.`}
      </StatusLine>
      <p className="mb-6 max-w-measure">
        {followUp?.isPublished ? (
          <>
            <strong>Published.</strong>{" "}
            <a className="text-link" href={`/account/sequences/${followUp.id}`}>
              See who’s in it
            </a>
          </>
        ) : (
          <>
            <strong>Draft.</strong> Nothing is sent until you publish. Emails go out on schedule, and calls
            show up on Today.
          </>
        )}
      </p>
      <div className="mb-8 flex flex-wrap gap-3 border-y border-rule py-4">
        <LinkButton href={`/account/sequences/${followUp?.id ?? id}/edit`} size="small">
          {followUp?.isPublished ? "Edit" : "Edit and publish"}
        </LinkButton>
        <LinkButton href={`/account/follow-up/choose?with=${id}`} kind="plain" size="small">
          Send from a page
        </LinkButton>
        <LinkButton href={`/account/drips/${id}/another`} kind="plain" size="small">
          Another version
        </LinkButton>
        <LinkButton href={`/account/drips/${id}/versions`} kind="plain" size="small">
          {number === 1 ? "Versions" : `Versions (${number})`}
        </LinkButton>
        <Form method="post">
          <input type="hidden" name="intent" value="duplicate" />
          <input type="hidden" name="copy" value={copyId} />
          <SubmitButton kind="plain" size="small" busy="Copying..." sending={doing === "duplicate"}>
            Duplicate
          </SubmitButton>
        </Form>
        <Form method="post">
          <input type="hidden" name="intent" value="delete" />
          <SubmitButton kind="stop" size="small" busy="Deleting..." sending={doing === "delete"}>
            Delete
          </SubmitButton>
        </Form>
      </div>
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <DripTimeline text={text} />
        <section aria-labelledby="take" className="row-start-1 lg:sticky lg:top-24 lg:col-start-2">
          <h2 id="take" className="text-xl">
            Download or copy
          </h2>
          <div className="mt-4 flex flex-wrap gap-3">
            <LinkButton href={`/account/drips/${id}/pdf`} size="small">
              Download PDF
            </LinkButton>
            <LinkButton href={`/account/drips/${id}/text`} kind="plain" size="small">
              Download text
            </LinkButton>
            <CopyButton target="whole-drip">Copy all</CopyButton>
          </div>
          <p className="mt-4 text-sm text-pencil">{PLACEHOLDER_NOTE}</p>
          <details className="mt-4">
            <summary>Everything as plain text</summary>
            {/* A text area has its value even inside closed details. */}
            <textarea
              id="whole-drip"
              readOnly
              rows={16}
              aria-label="Everything as plain text"
              defaultValue={plain}
              key={number}
              className="mt-4 block w-full border border-edge bg-sheet p-4 text-sm"
            />
          </details>
        </section>
      </div>
    </Page>
  );
}
