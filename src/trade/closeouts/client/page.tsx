import { type ActionFunctionArgs, useActionData, useLoaderData } from "react-router";
import { answerPaper } from "#ground/papers/public.server.ts";
import { AnswerForm, paperHeaders, paperMeta } from "#ground/papers/public.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { ClientPage, ReachBusiness } from "#ui/client-page.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { CLOSEOUT } from "../paper/make.server.ts";
import { loadPackage } from "./at-package.server.ts";
import { PackageContent } from "./package-content.tsx";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;
export const loader = loadPackage;
export const action = (args: ActionFunctionArgs) => answerPaper(args, CLOSEOUT);

type Page = Awaited<ReturnType<typeof loadPackage>>;

/** The closeout package of a job as its client sees it: to read, to save, and to come back to. */
export default function ClientPackage() {
  const { view, content } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer && "errors" in answer ? answer : undefined;
  const { face, here, token, did, questions } = view;
  const { page, version, isNewest, published, others } = content;
  const path = `/s/${token}/closeout`;
  const query = isNewest ? "" : `?version=${version}`;
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2">Closeout package</h1>
      {/* Your client knows the place; what the job is called is the business's own. */}
      <p className="mt-1 text-xl wrap-anywhere">{page.address ?? page.job}</p>
      {page.address ? <p className="text-pencil wrap-anywhere">{page.job}</p> : null}
      <ReachBusiness face={face} />
      {isNewest ? null : (
        <p className="mt-4 max-w-measure" role="status">
          This is an earlier version.{" "}
          <a className="text-link" href={path}>
            See the newest one
          </a>
        </p>
      )}
      <form method="post" action={`${path}/zip${query}`} className="mt-6 flex flex-wrap gap-3">
        {here ? <input type="hidden" name="here" value={here} /> : null}
        <LinkButton href={`${path}/pdf${query}`}>Download the PDF</LinkButton>
        <SubmitButton kind="plain">Download everything (ZIP)</SubmitButton>
      </form>
      <p className="mt-3 max-w-measure text-sm text-pencil">
        Version {version}, {published}. The ZIP also has the signed papers, manuals, and photos as files.
      </p>
      <PackageContent page={page} photosAt={`/s/${token}/closeout/photos`} filesAt={`${path}/files`} />
      <Yearly offer={content.yearly} refused={content.refused} path={path} business={face.business} />
      {others.length > 0 ? (
        <section className="closeout-part" aria-labelledby="versions-title">
          <h2 id="versions-title">Other versions</h2>
          <ul className="mt-3">
            {others.map((other) => (
              <li key={other.version}>
                <a
                  className="text-link inline-flex min-h-11 items-center"
                  href={`${path}?version=${other.version}`}
                >
                  Version {other.version}, {other.day}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section id="answer" aria-label="Your questions" className="gallery-ask">
        {did === "asked" && !refusal ? (
          <StatusLine kind="done">Sent. {face.business || "The business"} has your question.</StatusLine>
        ) : null}
        {questions.map(({ id, name, words, at }) => (
          <div key={id} className="mt-4">
            <p className="text-pencil">
              {name} wrote, <time dateTime={at.iso}>{at.words}</time>
            </p>
            <blockquote className="mt-2 max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">
              {words}
            </blockquote>
          </div>
        ))}
        <details open={refusal !== undefined || undefined}>
          <summary>Ask a question</summary>
          <AnswerForm view={view} refusal={refusal} answer="ask" words="Your question" button="Send" />
        </details>
      </section>
    </ClientPage>
  );
}

function Yearly({
  offer,
  refused,
  path,
  business,
}: {
  offer: Page["content"]["yearly"];
  refused: string | null;
  path: string;
  business: string;
}) {
  if (!offer && !refused) return null;
  return (
    <section id="yearly" className="closeout-part" aria-labelledby="yearly-title">
      <h2 id="yearly-title">Yearly check-up</h2>
      {refused && !offer?.isAsked ? <StatusLine kind="error">{refused}</StatusLine> : null}
      {offer === null ? null : offer.isAsked ? (
        <StatusLine kind="done">
          You’re set. {business || "The business"} will email you in about eleven months.
        </StatusLine>
      ) : (
        <form method="post" action={`${path}/remind`} className="mt-3">
          <p className="max-w-measure">{offer.wording}</p>
          <p className="mt-2 text-sm text-pencil">Emails go to {offer.to}.</p>
          <div className="mt-4">
            <SubmitButton kind="plain" busy="One moment...">
              Remind me in a year
            </SubmitButton>
          </div>
        </form>
      )}
    </section>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
