import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { getBusiness, publicProfileOf } from "#ground/businesses/public.server.ts";
import { visitMarkFor } from "#ground/events/public.server.ts";
import { atShare } from "#ground/shares/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { currentLeadId } from "../people/merged.server.ts";
import { AboutBusiness, FromBusiness, GuideInside } from "../profile/parts.tsx";
import { guideOf, profileOf } from "../profile/profile.server.ts";
import { askAsLead } from "../questions/ask.server.ts";
import { AskQuestion } from "../questions/form.tsx";
import { offerOfGuide } from "./load.server.ts";

export const handle = { static: true, lightFonts: true };

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) =>
  loaderData ? [{ title: loaderData.title }, { name: "robots", content: "noindex" }] : [];

export const headers = () => ({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });

/** A guide's own page, behind the link that one client got by email. Viewing it changes nothing. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const { token = "" } = params;
  return answering(() =>
    atShare(request, token, async (ctx, share) => {
      const { title, file, madeFor } = share;
      const business = await getBusiness(ctx);
      const offer = await offerOfGuide(ctx, share);
      return {
        title,
        token,
        face: publicProfileOf(business),
        profile: await profileOf(ctx, business, madeFor && (await currentLeadId(ctx, madeFor))),
        guide: offer ? guideOf({ ...offer, title, file }) : null,
        here: visitMarkFor(ctx, request, madeFor),
        asked: madeFor === null ? null : newId(),
        didAsk: new URL(request.url).searchParams.has("asked"),
      };
    }),
  );
}

/** Asks the business a question. The guide itself opens at the link (`#ground/shares`). */
export async function action({ params, request }: ActionFunctionArgs) {
  const { token = "" } = params;
  const form = await readForm(request);
  try {
    await atShare(request, token, async (ctx, { madeFor }) => {
      if (madeFor === null) throw new AppError("not_found", "Reply to the email that brought you here.");
      await askAsLead(ctx, madeFor, form);
    });
  } catch (error) {
    return refuseForm(error, { question: form["question"] ?? "", asked: form["asked"] ?? "" });
  }
  return redirect(`/s/${token}/guide?asked`, 303);
}

export default function GuidePage() {
  const { title, token, face, profile, guide, here, asked, didAsk } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const card = `/s/${token}/contact`;
  return (
    <ClientPage face={face} here={here}>
      {didAsk && !refused ? (
        <StatusLine kind="done">Sent. {face.business} has your question and replies by email.</StatusLine>
      ) : null}
      <p className="label">From {face.business}</p>
      <h1 className="mt-2">{title}</h1>
      <form method="post" action={`/s/${token}`} className="mt-6 flex flex-wrap gap-3">
        {here ? <input type="hidden" name="here" value={here} /> : null}
        <SubmitButton name="do" value="read">
          Read it (PDF)
        </SubmitButton>
        <SubmitButton name="do" value="save" kind="plain">
          Download
        </SubmitButton>
      </form>
      {guide ? <GuideInside guide={guide} /> : null}
      <FromBusiness face={face} profile={profile} card={card} />
      {profile.visitLink || !face.phone ? (
        <div className="mt-4 flex flex-wrap gap-3">
          {profile.visitLink ? <LinkButton href={profile.visitLink}>Book a visit</LinkButton> : null}
          {face.phone ? null : (
            <LinkButton href={card} kind="plain">
              Save our contact
            </LinkButton>
          )}
        </div>
      ) : null}
      {asked ? (
        <AskQuestion
          action="?"
          who={profile.person ?? face.business}
          asked={refused?.values.asked || asked}
          typed={refused?.values.question}
          error={refused?.errors["question"]}
          message={refused?.message}
        />
      ) : null}
      <AboutBusiness face={face} profile={profile} />
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
