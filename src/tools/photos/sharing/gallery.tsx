import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { MadeLink, SendForm, ShareForm } from "#ground/papers/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { ActButton } from "./act-form.tsx";
import { actOnGallery } from "./act.server.ts";
import { viewOfGallery } from "./gallery.server.ts";
import { GalleryLinks } from "./links.tsx";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [
  { title: loaderData?.title ?? "Gallery" },
];

const NOTICES: Readonly<Record<string, string>> = {
  closed: "Link closed. It opens nothing from now on.",
  reopened: "Link reopened.",
  extended: "Expiration changed.",
};

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const search = new URL(args.request.url).searchParams;
    return {
      ...(await viewOfGallery(ctx, args.params["galleryId"] ?? "")),
      form: newId(),
      sentTo: Number(search.get("sent") ?? 0),
      notice: NOTICES[search.get("did") ?? ""] ?? null,
    };
  });

export const action = (args: ActionFunctionArgs) => actOnGallery(args);

/** One gallery in the office: what it shows, who has a link, who looked, and sending it. */
export default function GalleryPage() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? answer : undefined;
  const made = answer && "link" in answer ? answer : undefined;
  const { id, title, job, jobId, facts, links, questions, mayChange, sentTo, notice } = view;
  const sending = refused?.values.intent === "send" ? refused : undefined;
  const sharing = refused?.values.intent === "share" ? refused : undefined;
  const path = `/account/photos/galleries/${id}`;
  return (
    <Page narrow className="pb-12">
      <PageHeader title={title}>
        Photos of{" "}
        <a className="text-link" href={`/account/job/${jobId}/photos`}>
          {job}
        </a>
        .{" "}
        <a className="text-link" href={`/account/photos/galleries?job=${jobId}`}>
          Gallery links of this job
        </a>
      </PageHeader>
      <StatusLine kind="done" id="sent" takesFocus={sentTo > 0}>
        {sentTo > 0 ? (sentTo === 1 ? "Sent." : `Sent to ${sentTo} people, each with their own link.`) : null}
      </StatusLine>
      <DataList items={facts} />
      {mayChange ? (
        <>
          <Section title="Share a link" id="share">
            {made ? <MadeLink link={made.link} qr={made.qr} /> : null}
            <Form method="post" action={`${path}#share`} className="form mt-4">
              <ErrorSummary errors={sharing?.errors ?? {}} />
              <ShareForm refused={sharing} asks={null} />
              <ActButton intent="share" kind={made ? "plain" : "chalk"}>
                {made ? "Create another link" : "Create a link"}
              </ActButton>
              <StatusLine kind="error">{sharing?.message}</StatusLine>
            </Form>
          </Section>
          <Section title="Email it" id="send">
            {view.refusal ? (
              <p className="mt-4 max-w-measure">{view.refusal}</p>
            ) : (
              <Form method="post" action={`${path}#send`} className="form mt-4" key={links.length}>
                <ErrorSummary errors={sending?.errors ?? {}} />
                <SendForm form={view.form} client={view.client} refused={sending} asks={null} />
                <ActButton intent="send" />
                <StatusLine kind="error">{sending?.message}</StatusLine>
              </Form>
            )}
          </Section>
        </>
      ) : null}
      {questions.length > 0 ? (
        <Section title="Questions" id="answers">
          <ul className="mt-4">
            {questions.map(({ id: key, name, words, at, about }) => (
              <li key={key} className="border-t border-rule py-3 wrap-anywhere">
                <b>{name || "Someone who had their data deleted"}</b> asked on{" "}
                <time dateTime={at.iso}>{at.words}</time>
                {about ? (
                  <>
                    {" about "}
                    <a className="text-link" href={`/account/job/${jobId}/photos?photo=${about.photo}`}>
                      {about.called}
                    </a>
                  </>
                ) : null}
                {words ? <p className="mt-1 whitespace-pre-line">{words}</p> : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="Links" id="links">
        <StatusLine kind="done" takesFocus={notice !== null && !answer}>
          {answer ? null : notice}
        </StatusLine>
        <GalleryLinks links={links} path={path} mayChange={mayChange} />
      </Section>
    </Page>
  );
}
