import { data, type HeadersArgs, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { toAppError, TooManyError } from "#platform/errors/app-error.ts";
import { head } from "#platform/http/head.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { type Answer, NOT_A_HASH } from "./answers.ts";
import { lookUp } from "./look-up.server.ts";
import script from "./check-files.ts?worker&url";

export const handle = { static: true };
export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;
export const meta = () =>
  head({
    title: "Is This Photo the Original?",
    description:
      "Check whether a jobsite photo is the original, byte for byte, and when it reached us. The file stays on your device.",
    path: "/verify",
  });

/** `?sha256=…` asks about one file, without script; the script asks `/api/verify`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answering(async () => {
    const { searchParams } = new URL(request.url);
    // Confirmation emails of earlier versions link here.
    const token = searchParams.get("token");
    if (token !== null) throw redirect(`/verify/address?token=${encodeURIComponent(token)}`);
    const typed = searchParams.get("sha256") ?? "";
    const nothing: Answer[] = [];
    try {
      const answers = await lookUp({ request, context });
      return data(
        { typed, answers, problem: typed && answers.length === 0 ? NOT_A_HASH : null },
        { headers: typed ? { "Cache-Control": "no-store" } : {} },
      );
    } catch (error) {
      if (!(error instanceof TooManyError)) throw error;
      const { status, message, retryAfter } = toAppError(error);
      return data(
        { typed, answers: nothing, problem: message },
        { status, headers: { "Cache-Control": "no-store", "Retry-After": String(retryAfter) } },
      );
    }
  });
}

function AnswerItem({ sha256, kind, title, says, records }: Answer) {
  return (
    <li className="verify-answer" data-kind={kind}>
      <h2>{title}</h2>
      {says.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {records.map((facts) => (
        <dl key={facts.join()}>
          {facts.map(([term, text]) => [<dt key={term}>{term}</dt>, <dd key={`${term} text`}>{text}</dd>])}
        </dl>
      ))}
      <p className="verify-hash">
        SHA-256 <code>{sha256}</code>
      </p>
    </li>
  );
}

export default function Verify() {
  const { typed, answers, problem } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16 lg:pb-24">
      <PageHeader title="Is This Photo the Original?">
        <p>
          Choose a photo or video that came from a job, and read whether it is the file that was recorded
          there. Your file stays on your device. We only get its SHA-256, a number that can’t be turned back
          into the picture.
        </p>
      </PageHeader>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <div className="verify-files" id="verify-files">
            <label htmlFor="verify-file">Photos or videos</label>
            <input id="verify-file" className="input" type="file" multiple disabled />
            <p className="field-hint">Or drop them anywhere on this page.</p>
          </div>
          <p className="verify-no-script">
            JavaScript is off in this browser, so this page can’t read a file. Make its SHA-256 yourself, and
            paste it below.
          </p>
          <StatusLine id="verify-status" />
          <ol id="verify-answers" className="verify-answers" aria-label="Answers">
            {answers.map((answer) => (
              <AnswerItem key={answer.sha256} {...answer} />
            ))}
          </ol>
          <details className="verify-paste" open={typed !== ""}>
            <summary>Check by SHA-256, without choosing a file</summary>
            <form method="get" action="/verify" className="form mt-4">
              <Field
                name="sha256"
                label="SHA-256 of the file"
                hint="On a Mac: shasum -a 256 photo.jpg. On Linux: sha256sum photo.jpg. In Windows PowerShell: Get-FileHash photo.jpg."
                defaultValue={typed.slice(0, 200)}
                error={problem ?? undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={400}
                required
              />
              <SubmitButton>Check</SubmitButton>
            </form>
          </details>
        </div>
        <div className="verify-words">
          <section>
            <h2>What a Match Proves</h2>
            <p>
              The file you have is the same as the one that was put on a job here: not one pixel, date, or
              place in it was changed since it reached us. The job’s history names it by its SHA-256, every
              entry contains the hash of the one before, and a lock signs all of them.
            </p>
          </section>
          <section>
            <h2>What It Doesn’t Prove</h2>
            <ul>
              <li>That the scene is real. Someone can photograph a screen, or set something up.</li>
              <li>Where it was taken. A device reports its place, and a device can be wrong.</li>
              <li>
                When it was taken. The camera’s clock is the camera’s; only the time it reached us is by our
                server’s clock. The photo existed by then, and can be older.
              </li>
              <li>Who took it, and that what was written beside it is true.</li>
            </ul>
            <p>
              We don’t say whose job it is, who the client is, or where. We name the business only if it has
              an open page of its own here.
            </p>
          </section>
          <section>
            <h2>Check Without Us</h2>
            <p>
              Ask the business for a copy of the job’s history. It’s a ZIP with the original photos and{" "}
              <code>verify.html</code>, a page that checks all of it offline. Compare the key that it shows
              with the key of the lock above. If the SHA-256 of your file is the name of a file in its{" "}
              <code>media</code> folder, it’s the same photo.
            </p>
          </section>
        </div>
      </div>
      <script type="module" src={script} />
    </Page>
  );
}
