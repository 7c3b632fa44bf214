import { useEffect, useRef, type ReactNode } from "react";
import { Form, useRevalidator } from "react-router";
import { CHANNEL_FIELDS, ColorField } from "#features/businesses/public.tsx";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, RadioGroup, Select, TextArea } from "#ui/field.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import type { StartView } from "./start.tsx";
import { STEP_NAMES, STEPS, type StepName, stepAddress } from "./steps.ts";
import { WorkFields } from "./work-fields.tsx";

/** What a step's part of the screen is given. */
interface AskProps {
  readonly view: StartView;
  /** What was typed and refused. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  /** Which button is being pressed. */
  readonly doing: string | null;
}

/** A step's screen: its one question, and how it is answered. */
interface Question {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly Ask: (props: AskProps) => ReactNode;
  /** Has more to show than a form. */
  readonly isLong?: boolean;
}

/** The form of a step. Its button is the one thing on the screen to press. */
function StepForm({
  step,
  name,
  button,
  busy,
  doing,
  files = false,
  children,
}: {
  step: StepName;
  name: string;
  button: string;
  busy: string;
  doing: string | null;
  files?: boolean;
  children?: ReactNode;
}) {
  return (
    <Form method="post" action={stepAddress(step)} className="form" {...(files && { encType: "multipart/form-data" })}>
      {children}
      <SubmitButton kind="signal" size="large" wide name="do" value={name} busy={busy} sending={doing === name}>
        {button}
      </SubmitButton>
    </Form>
  );
}

const Next = ({ step, doing, children = "Next" }: { step: StepName; doing: string | null; children?: string }) => (
  <StepForm step={step} name="next" button={children} busy="One moment..." doing={doing} />
);

function AskWork({ view, values, errors, doing }: AskProps) {
  return (
    <StepForm step="work" name="save" button="Next" busy="One moment..." doing={doing}>
      <WorkFields product={values["product"] ?? view.said.product} audience={values["audience"] ?? view.said.audience} errors={errors} />
    </StepForm>
  );
}

function AskGuide({ view, values, errors, doing }: AskProps) {
  const { magnet, draft } = view;
  if (magnet)
    return (
      <>
        <div className="grid items-start gap-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <img
            className="cover-preview"
            src={`/account/magnets/${magnet.id}/cover`}
            alt={`Cover of ${magnet.title}`}
            width={612}
            height={792}
          />
          <div>
            <p className="text-lg">{magnet.promise}</p>
            <ul className="mt-4 list-disc pl-5">
              {magnet.headings.map((heading) => (
                <li key={heading}>{heading}</li>
              ))}
            </ul>
            <p className="mt-4 flex flex-wrap gap-x-6">
              <a className="text-link inline-block py-2.5" href={`/account/magnets/${magnet.id}`}>
                Read all of it
              </a>
              <a className="text-link inline-block py-2.5" href={`/account/magnets/${magnet.id}/another`}>
                Have another version written
              </a>
            </p>
          </div>
        </div>
        <div className="mt-6">
          <Next step="guide" doing={doing} />
        </div>
      </>
    );
  return (
    <>
      {draft ? (
        <div className="mb-8 border-b border-rule pb-8">
          <p className="mb-4 text-lg">You made “{draft}” before you came here.</p>
          <StepForm step="guide" name="keep" button="Use that guide" busy="Keeping it..." doing={doing} />
        </div>
      ) : null}
      <StepForm step="guide" name="make" button="Make my guide" busy="Writing it..." doing={doing}>
        <Field
          name="person"
          label="Your name"
          hint="The person your readers write to"
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
          hint="For example: repair or replace? Left empty, we choose what your trade is asked about."
          maxLength={200}
          defaultValue={values["topic"]}
          error={errors["topic"]}
        />
      </StepForm>
    </>
  );
}

function AskLook({ view, values, errors, doing }: AskProps) {
  const zone = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The zone that this device is in is nearly always the business's. Whoever chose one is left alone.
    const list = zone.current?.querySelector("select");
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (list && !list.value && [...list.options].some(({ value }) => value === own)) list.value = own;
  }, []);
  return (
    <StepForm step="look" name="save" button="Next" busy="Saving..." doing={doing} files>
      {view.business.name ? null : (
        <Field
          name="businessName"
          label="Business name"
          required
          autoComplete="organization"
          defaultValue={values["businessName"]}
          error={errors["businessName"]}
        />
      )}
      <TextArea
        name="postalAddress"
        label="Postal address"
        rows={3}
        required
        autoComplete="street-address"
        hint="Mail law asks for it at the foot of every follow-up."
        defaultValue={values["postalAddress"] ?? view.business.postalAddress}
        error={errors["postalAddress"]}
      />
      <div ref={zone}>
        <Select
          name="zone"
          label="Time zone"
          required
          hint="Follow-up keeps to its clock."
          placeholder="Choose one"
          options={view.zones}
          defaultValue={values["zone"] ?? view.business.zone}
          error={errors["zone"]}
        />
      </div>
      <ColorField stored={view.business.color} typed={values["color"]} error={errors["color"]} onColor={() => {}} />
      <Field
        name="logo"
        type="file"
        label={view.business.logo ? "Another logo" : "Logo"}
        accept="image/png,image/jpeg,image/webp"
        hint="PNG, JPEG or WebP, up to 5 MB."
        error={errors["logo"]}
      />
    </StepForm>
  );
}

const OBJECTIONS = ["It's too expensive", "We need to think about it", "We want to wait until spring", "We already have someone"];

function AskEmails({ view, values, errors, doing }: AskProps) {
  const { drip, page } = view;
  if (!drip)
    return (
      <StepForm step="emails" name="write" button="Write my emails" busy="Writing them..." doing={doing}>
        <Field
          name="objection"
          label="What do people say who don’t say yes?"
          hint="The emails answer it. Left empty, we take what your trade hears most."
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
            stateLabel={day === 0 ? "The day after the guide" : day === 1 ? "After 1 day" : `After ${day} days`}
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
          Change the words
        </a>
      </p>
      {page ? (
        <Next step="emails" doing={doing} />
      ) : (
        <StepForm step="emails" name="open" button="Next: open my page" busy="Opening it..." doing={doing} />
      )}
    </>
  );
}

function AskPage({ view, doing }: AskProps) {
  const { page } = view;
  if (!page) return <StepForm step="page" name="open" button="Open my page" busy="Opening it..." doing={doing} />;
  return (
    <>
      <PageLink page={page} />
      <div className="mt-6">
        <Next step="page" doing={doing} />
      </div>
    </>
  );
}

/** The address of the page, and its code to print. */
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
            Download the code
          </LinkButton>
        </div>
      </div>
    </div>
  );
}

function AskMail({ view, values, errors, doing }: AskProps) {
  const { chosen, hasOwnServer, installation, brand, plain, mayConnect } = view.mail;
  const Fields = CHANNEL_FIELDS.smtp;
  if (view.wantsOwn && !hasOwnServer)
    return (
      <Form method="post" action={`${stepAddress("mail")}&own`} className="form">
        <Fields
          values={{ port: "587", security: "starttls", fromName: view.business.name, fromAddress: view.email, user: view.email, ...values }}
          errors={Object.fromEntries(Object.entries(errors).filter((one): one is [string, string] => Boolean(one[1])))}
          stored={false}
          plain={plain}
        />
        <SubmitButton kind="signal" size="large" wide name="do" value="connect" busy="Checking..." sending={doing === "connect"}>
          Check it and go on
        </SubmitButton>
        <p>
          <a className="text-link inline-block py-2.5" href={stepAddress("mail")}>
            Rather not now
          </a>
        </p>
      </Form>
    );
  return (
    <StepForm step="mail" name="choose" button="Next" busy="One moment..." doing={doing}>
      <RadioGroup
        name="mail"
        label="How should it leave?"
        required
        defaultValue={values["mail"] ?? chosen}
        error={errors["mail"]}
        options={[
          {
            value: "ours",
            label: installation === "server" ? `Through ${brand}, for now` : "Keep it in the outbox",
            hint:
              installation === "server"
                ? "It works at once. Your name stands on it, and answers come to you. You can change it any day."
                : "No mail server is connected here. Each mail waits for you, ready to be sent from your own mail with one tap.",
          },
          {
            value: "own",
            label: hasOwnServer ? "From my own mail server, which is connected" : "From my own mail address",
            hint: hasOwnServer
              ? "It was checked, and it works."
              : mayConnect
                ? "You need the name of its server and a password for it. With Gmail and Outlook that is an app password."
                : "The owner of this business connects it.",
          },
        ]}
      />
    </StepForm>
  );
}

const TEST_MARKS = { "on its way": "now", there: "done", outbox: "waiting", failed: "unsent" } as const;

function AskTest({ view, doing }: AskProps) {
  const { test, page, email } = view;
  const { revalidate } = useRevalidator();
  const isUnderWay = test?.state === "on its way";
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => void revalidate(), 1000);
    return () => clearInterval(timer);
  }, [isUnderWay, revalidate]);
  if (!page) return <NoPage />;
  if (!test) return <StepForm step="test" name="send" button={`Send it to ${email}`} busy="Sending..." doing={doing} />;
  return (
    <>
      <div role="status" className="mb-6 text-lg">
        <StateMark state={TEST_MARKS[test.state]}>{test.words}</StateMark>
      </div>
      <Next step="test" doing={doing} />
      <Form method="post" action={stepAddress("test")} className="mt-4">
        <SubmitButton kind="quiet" size="small" name="do" value="send" busy="Sending..." sending={doing === "send"}>
          Send it once more
        </SubmitButton>
      </Form>
    </>
  );
}

const NoPage = () => (
  <p className="mb-4 text-lg">
    There is no page yet that sends something.{" "}
    <a className="text-link" href={stepAddress("page")}>
      Open your page first
    </a>
    .
  </p>
);

function AskLive({ view, doing }: AskProps) {
  const { standings, isVerified, email, page } = view;
  const left = STEPS.filter((step) => step !== "live" && standings[step] !== "done");
  return (
    <>
      <ul className="mb-6 grid gap-1">
        {STEPS.slice(0, -1).map((step) => (
          <li key={step} className="flex flex-wrap items-center gap-x-3">
            <StateMark state={standings[step] === "done" ? "done" : "waiting"}>{STEP_NAMES[step]}</StateMark>
            {standings[step] === "done" ? null : (
              <a className="text-link inline-block py-2.5" href={stepAddress(step)}>
                {standings[step] === "skipped" ? "Skipped. Do it now" : "Do it now"}
              </a>
            )}
          </li>
        ))}
      </ul>
      {isVerified ? null : (
        <p className="mb-6 max-w-measure">
          <strong>One thing waits for you.</strong> We sent a link to {email}. Until you open it, mail to your clients waits. Nothing is
          lost: it goes out as soon as you have.
        </p>
      )}
      {page ? (
        <StepForm
          step="live"
          name="go"
          button={left.length ? "Go live with what is there" : "Go live"}
          busy="One moment..."
          doing={doing}
        />
      ) : (
        <NoPage />
      )}
    </>
  );
}

/** The screens of the steps. */
export const QUESTIONS: Readonly<Record<StepName, (view: StartView) => Question>> = {
  work: () => ({
    title: "What do you do, and for whom?",
    lead: "From these two answers we write your guide and your follow-up. It takes ten minutes, and you can stop anywhere.",
    Ask: AskWork,
  }),
  guide: ({ magnet }) =>
    magnet
      ? {
          title: magnet.title,
          lead: "This is your guide. People get it when they leave their name. Every word can be changed, now or later.",
          Ask: AskGuide,
        }
      : {
          title: "Whose name stands on your guide?",
          lead: "A short guide about what people ask before they hire somebody like you.",
          Ask: AskGuide,
        },
  look: () => ({
    title: "Where are you, and what is your color?",
    lead: "Your address stands under every mail. Your color and your logo stand on your guide, your page and your mails.",
    Ask: AskLook,
  }),
  emails: ({ drip }) =>
    drip
      ? {
          title: `Your ${drip.emails.length} emails`,
          lead: `They follow the guide, each on its day, and stop at once when somebody answers. ${drip.scripts} call scripts come with them.`,
          Ask: AskEmails,
        }
      : {
          title: "What holds people back?",
          lead: "Most people need a few days. These emails keep you in their mind until they answer.",
          Ask: AskEmails,
        },
  page: ({ page }) =>
    page
      ? {
          title: "Your page is open",
          lead: "Whoever opens it can ask for your guide. Put it on your card, your truck and under your mails.",
          Ask: AskPage,
        }
      : { title: "Open your page", lead: "A short address where people ask for your guide, with a code to print.", Ask: AskPage },
  mail: () => ({ title: "How should your mail leave?", lead: "Answers come to you either way.", Ask: AskMail }),
  test: () => ({
    title: "Send yourself the first mail",
    lead: "The very mail that somebody gets who asks for your guide, to look at on your phone.",
    Ask: AskTest,
  }),
  live: () => ({
    title: "Ready to go live?",
    lead: "From then on, whoever asks on your page gets your guide at once and your emails after it. You can change or stop it any day.",
    Ask: AskLive,
  }),
};
