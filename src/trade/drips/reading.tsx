import type { DripEmail, DripScript, DripText, Offer } from "#ground/writing/public.server.ts";
import {
  AnotherVersion,
  EnglishNote,
  FiguresToCheck,
  figuresToCheck,
  OtherStages,
  OtherVersion,
  WrittenFor,
} from "#ground/writing/public.tsx";
import { CopyButton, LinkButton } from "#ui/button.tsx";
import { Page } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { PLACEHOLDER_NOTE, dayOf, previewOf } from "./labels.ts";

const NUMBERS = ["no", "one", "two", "three", "four"] as const;

/** The first email and script, then the others with their days. */
export function DripReading({
  token,
  text,
  plain,
  version,
  versions,
  offer,
  readingOther,
  language,
  understood,
  stages,
  signedIn,
  refusal,
}: {
  token: string;
  text: DripText;
  plain: string;
  version: number;
  versions: number;
  offer: Offer;
  /** This version is not the one in use. */
  readingOther: boolean;
  language: string | undefined;
  /** What was understood of the answers, in one line. */
  understood: string | null;
  /** The stages that it may be for instead. */
  stages: readonly { readonly stage: string; readonly label: string }[];
  signedIn: boolean;
  refusal: string | null | undefined;
}) {
  const [email, ...emails] = text.emails;
  const [script, ...scripts] = text.scripts;
  const fileAt = (format: "pdf" | "text") =>
    `/genLeadDrip/${format}/${token}${readingOther ? "?read=other" : ""}`;
  return (
    <Page className="pb-16">
      <h1 className="pt-6 pb-5 text-3xl lg:pt-8">Here Is Your Lead Drip</h1>
      <EnglishNote language={language} />
      {understood === null ? null : (
        <WrittenFor
          understood={understood}
          post={`/genLeadDrip?made=${token}`}
          again={`/genLeadDrip?again=${token}`}
        />
      )}
      <OtherVersion page="/genLeadDrip" token={token} offer={offer} readingOther={readingOther} />
      <FiguresToCheck figures={figuresToCheck(text)} />
      <div className="grid items-start gap-x-16 gap-y-10 border-t-2 border-ink lg:grid-cols-2">
        <section aria-labelledby="first-email" className="pt-5">
          <h2 id="first-email" className="text-xl">
            Email 1
          </h2>
          <Mail email={email!} number={1} when={dayOf(email!.day)} />
        </section>
        <section aria-labelledby="first-script" className="border-t border-rule pt-5 lg:border-t-0">
          <h2 id="first-script" className="text-xl">
            {`Call script 1: ${script!.title}`}
          </h2>
          <Script script={script!} number={1} />
        </section>
      </div>

      <section aria-labelledby="take" className="mt-10 border-t-2 border-ink pt-6">
        <h2 id="take" className="text-xl">
          Download everything
        </h2>
        <div className="mt-4 flex flex-wrap gap-3">
          <LinkButton href={fileAt("pdf")} size="small">
            Download PDF
          </LinkButton>
          <LinkButton href={fileAt("text")} kind="plain" size="small">
            Download text
          </LinkButton>
          <CopyButton target="whole-drip">Copy all</CopyButton>
        </div>
        {readingOther ? null : (
          <div className="mt-6 flex flex-wrap items-start gap-x-12 gap-y-6">
            <div className="max-w-measure">
              <LinkButton href={signedIn ? "/account/dashboard" : "/register"} kind="signal">
                Save to my account
              </LinkButton>
              <p className="mt-2 text-sm text-pencil">
                Saved as a draft you can edit. Nothing goes out until you publish it.
              </p>
            </div>
            <AnotherVersion
              page="/genLeadDrip"
              token={token}
              version={version}
              versions={versions}
              whole={text.arc === undefined ? undefined : "emails"}
              refusal={refusal}
            />
          </div>
        )}
        {understood === null ? null : (
          <div className="mt-4">
            <OtherStages others={stages} post={`/genLeadDrip?made=${token}`} />
          </div>
        )}
        <p className="mt-4 max-w-measure text-sm text-pencil">
          {PLACEHOLDER_NOTE} Anyone with the link can open this page for 30 days.
        </p>
        <details className="mt-4">
          <summary>Everything as plain text</summary>
          {/* A text area has its value even inside closed details. */}
          <textarea
            id="whole-drip"
            readOnly
            rows={20}
            aria-label="Everything as plain text"
            defaultValue={plain}
            className="mt-4 block w-full max-w-measure border border-edge bg-sheet p-4 text-sm"
          />
        </details>
      </section>

      <div className="section mt-10 grid items-start gap-x-16 gap-y-12 lg:grid-cols-2">
        <section aria-labelledby="emails">
          <h2 id="emails" className="mb-6 text-2xl">
            {`The ${NUMBERS[emails.length]} emails that follow`}
          </h2>
          <Timeline label="Emails after the first">
            {emails.map((each, at) => (
              <TimelineStep
                key={each.day}
                state="waiting"
                stateLabel={dayOf(each.day)}
                title={`Email ${at + 2}`}
              >
                <div className="pb-4 text-base text-ink">
                  <Mail email={each} number={at + 2} />
                </div>
              </TimelineStep>
            ))}
          </Timeline>
        </section>
        <section aria-labelledby="scripts">
          <h2 id="scripts" className="mb-6 text-2xl">
            {scripts.length === 1
              ? "The call that follows"
              : `The ${NUMBERS[scripts.length]} calls that follow`}
          </h2>
          {scripts.map((each, at) => (
            <section
              key={each.title}
              aria-labelledby={`script-${at + 2}-title`}
              className="mb-10 border-t border-rule pt-5"
            >
              <h3 id={`script-${at + 2}-title`} className="text-xl">
                {`Call script ${at + 2}: ${each.title}`}
              </h3>
              <Script script={each} number={at + 2} />
            </section>
          ))}
        </section>
      </div>

      <section aria-labelledby="next" className="section">
        <h2 id="next" className="text-2xl">
          What to do next
        </h2>
        <ol className="mt-4 grid max-w-measure list-decimal gap-2 pl-6">
          <li>Read it through and change anything that doesn’t sound like you.</li>
          <li>
            Save it to your account, choose “Send from a page”, and pick a personal page. Everyone who asks
            for its guide then gets these emails, each on its day.
          </li>
          <li>
            When a lead replies, everything stops. A connected inbox notices by itself, or you mark that they
            replied. You make the calls, with the scripts in front of you.
          </li>
        </ol>
        <p className="mt-6">
          <LinkButton href="/genLeadDrip" kind="plain">
            Make another one
          </LinkButton>
        </p>
      </section>
    </Page>
  );
}

export function Mail({ email, number, when }: { email: DripEmail; number: number; when?: string }) {
  const subject = `email-${number}-subject`;
  const body = `email-${number}`;
  return (
    <>
      {when === undefined ? null : <p className="mt-1 text-sm text-pencil">{when}</p>}
      <p className="mt-2">
        Subject: <strong id={subject}>{email.subject}</strong>
      </p>
      <p className="mt-1 text-sm text-pencil">In the inbox: {previewOf(email.body)}</p>
      <div id={body} className="mt-3 max-w-measure whitespace-pre-line wrap-anywhere">
        {email.body}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton target={body} aria-label={`Copy email ${number}`}>
          Copy email
        </CopyButton>
        <CopyButton target={subject} aria-label={`Copy subject of email ${number}`}>
          Copy subject
        </CopyButton>
      </div>
    </>
  );
}

export function Script({ script, number }: { script: DripScript; number: number }) {
  const id = `script-${number}`;
  return (
    <>
      <p className="mt-2 text-sm text-pencil">
        {dayOf(script.day)}.{script.when ? ` ${script.when}.` : null}
      </p>
      <dl id={id} className="mt-3 grid max-w-measure gap-3 wrap-anywhere">
        {script.lines.map(({ cue, say }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line is its place
          <div key={at}>
            <dt className="text-sm text-pencil">{cue || "Say"}</dt>
            <dd>{say}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <CopyButton target={id} aria-label={`Copy script ${number}`}>
          Copy script
        </CopyButton>
      </div>
    </>
  );
}
