import { CopyButton, LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import type { StartView } from "./load-start.server.ts";
import { type AskProps, Next, StepForm } from "./step-form.tsx";
import { stepAddress } from "./steps.ts";

// The steps that create something: their form, and the result.

/** The guide that was made: its cover, its promise and its headings. */
export function MadeGuide({ magnet }: { magnet: NonNullable<StartView["magnet"]> }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <img
        className="cover-preview"
        src={`/account/magnets/${magnet.id}/cover`}
        alt={`Cover of ${magnet.title}`}
        width={612}
        height={792}
      />
      <div>
        <p className="text-xl">{magnet.title}</p>
        <p className="mt-2">{magnet.promise}</p>
        <ul className="mt-4 list-disc pl-5">
          {magnet.headings.map((heading) => (
            <li key={heading}>{heading}</li>
          ))}
        </ul>
        <p className="mt-4 flex flex-wrap gap-x-6">
          <a className="text-link inline-block py-2.5" href={`/account/magnets/${magnet.id}`}>
            Read it
          </a>
          <a className="text-link inline-block py-2.5" href={`/account/magnets/${magnet.id}/another`}>
            Write a different version
          </a>
        </p>
      </div>
    </div>
  );
}

export function AskGuide({ view, values, errors, doing }: AskProps) {
  const { magnet, draft } = view;
  if (magnet)
    return (
      <>
        <MadeGuide magnet={magnet} />
        <div className="mt-6">
          <Next step="guide" doing={doing} />
        </div>
      </>
    );
  return (
    <>
      {draft ? (
        <div className="mb-8 border-b border-rule pb-8">
          <p className="mb-4 text-lg">You made “{draft}” before you signed up.</p>
          <StepForm step="guide" name="keep" button="Use that guide" busy="Saving..." doing={doing} />
        </div>
      ) : null}
      {draft ? <h2 className="mb-4 text-2xl">Or make a new one</h2> : null}
      <StepForm step="guide" name="make" button="Make my guide" busy="Writing it..." doing={doing}>
        <Field
          name="person"
          label="Your name"
          hint="The person clients should contact"
          required
          autoComplete="name"
          maxLength={100}
          defaultValue={values["person"] ?? view.person}
          error={errors["person"] ?? errors["name"]}
        />
        <Field
          name="businessName"
          label="Business name"
          required
          autoComplete="organization"
          maxLength={120}
          defaultValue={values["businessName"] ?? view.business.name}
          error={errors["businessName"] ?? errors["company"]}
        />
        <Field
          name="topic"
          label="What do people ask you about most?"
          hint="For example: repair or replace? Leave it blank and we’ll pick a common question in your trade."
          maxLength={200}
          defaultValue={values["topic"]}
          error={errors["topic"]}
        />
      </StepForm>
    </>
  );
}

const OBJECTIONS = [
  "It's too expensive",
  "We need to think about it",
  "We want to wait until spring",
  "We already have someone",
];

export function AskEmails({ view, values, errors, doing }: AskProps) {
  const { drip, page } = view;
  if (!drip)
    return (
      <StepForm step="emails" name="write" button="Write my emails" busy="Writing them..." doing={doing}>
        <Field
          name="objection"
          label="What do people say when they’re not ready?"
          hint="For example: we’re still comparing bids. The emails answer it. Leave it blank and we’ll use what your trade hears most."
          suggestions={OBJECTIONS}
          maxLength={200}
          defaultValue={values["objection"]}
          error={errors["objection"]}
        />
      </StepForm>
    );
  return (
    <>
      <Timeline label="The emails, and when they go out">
        {drip.emails.map(({ day, subject, body }) => (
          <TimelineStep
            key={subject}
            state="waiting"
            stateLabel={
              day === 0 ? "The day after the guide" : day === 1 ? "After 1 day" : `After ${day} days`
            }
            title={subject}
          >
            <details className="fold">
              <summary>Read it</summary>
              <div className="max-w-measure whitespace-pre-line text-base text-ink">{body}</div>
            </details>
          </TimelineStep>
        ))}
      </Timeline>
      <p className="mb-6">
        <a className="text-link inline-block py-2.5" href={`/account/drips/${drip.id}/edit`}>
          Edit the emails
        </a>
      </p>
      {page || !view.canOpenPage ? (
        <Next step="emails" doing={doing} />
      ) : (
        <StepForm step="emails" name="open" button="Next: open my page" busy="Opening it..." doing={doing} />
      )}
    </>
  );
}

export function AskPage({ view, doing }: AskProps) {
  const { page, test, email } = view;
  if (!page)
    return <StepForm step="page" name="open" button="Open my page" busy="Opening it..." doing={doing} />;
  return (
    <>
      <PageLink page={page} />
      <div className="mt-8">
        {test ? (
          <Next step="page" doing={doing} />
        ) : (
          <>
            <p className="mb-4 max-w-measure">
              Next, see what a client gets. We’ll send the same email to {email}.
            </p>
            <StepForm
              step="live"
              name="send"
              button="Next: send me the email"
              busy="Sending..."
              doing={doing}
            />
            <p className="mt-2">
              <a className="text-link inline-block py-2.5" href={stepAddress("live")}>
                Skip the test
              </a>
            </p>
          </>
        )}
      </div>
    </>
  );
}

/** The page's address, and its QR code to print. */
export function PageLink({ page }: { page: { readonly id: string; readonly address: string } }) {
  const code = (kind: "svg" | "png") => `/account/settings/link/${page.id}/qr.${kind}`;
  return (
    <div className="grid items-center gap-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <img className="w-40" src={code("svg")} alt="QR code of your page" width={160} height={160} />
      <div>
        <p className="text-xl wrap-anywhere">
          <a className="text-link" id="personal-link" href={page.address} target="_blank" rel="noreferrer">
            {page.address}
          </a>
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <CopyButton target="personal-link">Copy the link</CopyButton>
          <LinkButton href={code("png")} kind="plain" size="small">
            Download the QR code
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
