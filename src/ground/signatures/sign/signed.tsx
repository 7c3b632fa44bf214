import { type LoaderFunctionArgs, redirect, useLoaderData, useParams } from "react-router";
import { publicProfileOf, getBusiness, jobZone } from "#ground/businesses/public.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { DataList } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { answerAt, sha256Of } from "../signatures.server.ts";
import { SignatureLine } from "./signature-line.tsx";
import { atSigning } from "./open.server.ts";

export const handle = { static: true };
export const meta = ({ loaderData }: { loaderData?: { title: string; state: string } | undefined }) =>
  loaderData
    ? [
        { title: `${loaderData.state === "signed" ? "Signed" : "Declined"}: ${loaderData.title}` },
        { name: "robots", content: "noindex" },
      ]
    : [];
export const headers = () => ({
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
});

export function loader(args: LoaderFunctionArgs) {
  return answering(() =>
    atSigning(args, async (ctx, document) => {
      const answer = await answerAt(ctx, document.id);
      if (!answer) throw redirect(`/s/${args.params["token"]}/sign`, 303);
      const { state, title, name, drawing, reason, sha256, email, erasedAt } = answer;
      return {
        face: publicProfileOf(await getBusiness(ctx)),
        state,
        title,
        name,
        drawing,
        reason,
        sha256,
        email,
        isErased: erasedAt !== null,
        at: moment(answer.at, await jobZone(ctx, answer.jobId)),
        isOutdated: sha256 !== sha256Of(document.file),
      };
    }),
  );
}

export default function Signed() {
  const { face, state, title, name, drawing, reason, sha256, email, isErased, at, isOutdated } =
    useLoaderData<typeof loader>();
  const { token } = useParams();
  if (state === "declined")
    return (
      <ClientPage face={face}>
        <p className="label">From {face.business}</p>
        <h1 className="mt-2 wrap-anywhere">You declined {title}</h1>
        <p className="mt-4 max-w-measure">
          <time dateTime={at.iso}>{at.words}</time>. {face.business || "The business"} has your reply. You’re
          all set.
        </p>
        {reason ? (
          <blockquote className="mt-4 max-w-measure border-l-2 border-rule pl-4 whitespace-pre-line">
            {reason}
          </blockquote>
        ) : null}
        <p className="mt-8">
          Changed your mind? <a href={`/s/${token}/sign`}>You can still sign it</a>.
        </p>
      </ClientPage>
    );
  return (
    <ClientPage face={face}>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2 wrap-anywhere">{title} is signed</h1>
      {isOutdated ? (
        <div className="mt-4 max-w-measure">
          <StateMark state="stopped">This signature is for an earlier version</StateMark>
          <p className="mt-2">
            The document at this link was replaced after it was signed. The signed version is in the copy
            below. Ask {face.business || "the business"} for a new link to sign the new one.
          </p>
        </div>
      ) : (
        <p className="mt-4 max-w-measure">
          {isErased
            ? "The signer’s details were deleted at their request."
            : `Thank you, ${name}. You’re all set.`}
        </p>
      )}
      {isErased ? null : (
        <>
          <div className="mt-8">
            <SignatureLine name={name} drawing={drawing} />
          </div>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton href={`/s/${token}/signed/copy`}>Download your signed copy (PDF)</LinkButton>
            {isOutdated ? null : (
              <LinkButton href={`/s/${token}/file?download`} kind="plain">
                Download the document only
              </LinkButton>
            )}
          </div>
          <p className="mt-3 max-w-measure text-pencil">
            {email ? `A copy also goes to ${email}.` : "Download it now. This link will expire."}{" "}
            {face.business || "The business"} has the same copy.
          </p>
        </>
      )}
      <p className="mt-6">
        <a className="text-link" href={`/s/${token}`}>
          Back to {title}
        </a>
      </p>
      <div className="mt-8">
        <DataList
          items={[
            [
              "Signed",
              <time key="at" dateTime={at.iso}>
                {at.words}
              </time>,
            ],
            [
              "Fingerprint of the document (SHA-256)",
              <span key="hash" className="wrap-anywhere">
                {sha256}
              </span>,
            ],
          ]}
        />
      </div>
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
