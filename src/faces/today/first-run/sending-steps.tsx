import { useEffect } from "react";
import { Form, useRevalidator } from "react-router";
import { CHANNEL_FIELDS, Offers, serverValues, ServiceChoices } from "#ground/businesses/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { RepliesNote } from "../replies-note.tsx";
import { Missing } from "./missing.tsx";
import { type AskProps, StepForm } from "./step-form.tsx";
import { STEP_NAMES, STEPS, stepAddress } from "./steps.ts";

// The last step: how email is sent, a test, and going live.

const OWN = `${stepAddress("live")}&own`;

export function AskLive(props: AskProps) {
  const { view, doing } = props;
  const { standings, isVerified, outboxHint, email, page } = view;
  if (view.wantsOwn && !view.mail.hasOwnServer) return <AskOwnEmail {...props} />;
  const left = STEPS.filter((step) => step !== "live" && standings[step] !== "done");
  return (
    <>
      {page && left.length ? (
        <ul className="mb-6 grid gap-1" aria-label="Not done yet">
          {left.map((step) => (
            <li key={step} className="flex flex-wrap items-center gap-x-3">
              <StateMark state="waiting">{STEP_NAMES[step]}</StateMark>
              <a className="text-link inline-block py-2.5" href={stepAddress(step)}>
                {standings[step] === "skipped" ? "Skipped. Do it now" : "Do it now"}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {page ? (
        <>
          <h2 className="text-xl">See what a client gets</h2>
          <TestEmail view={view} doing={doing} />
        </>
      ) : null}
      <h2 className="mt-8 text-xl">How we send your email</h2>
      <HowWeSend view={view} />
      {isVerified ? null : (
        <p className="mt-8 max-w-measure">
          <strong>Check your email.</strong> We sent a link to {email}. Open it so we know the address is
          yours. Until then we’re holding email to your clients. Nothing is lost.
          {outboxHint ? <span className="mt-2 block wrap-anywhere">{outboxHint}</span> : null}
        </p>
      )}
      <div className="mt-8">
        {page ? (
          <StepForm
            step="live"
            name="go"
            button={left.length ? "Go live with what you have" : "Go live"}
            busy="One moment..."
            doing={doing}
          />
        ) : (
          <Missing needs={view.needs} />
        )}
      </div>
    </>
  );
}

const TEST_MARKS = { "on its way": "now", there: "done", outbox: "waiting", failed: "unsent" } as const;

function TestEmail({ view: { test, email }, doing }: Pick<AskProps, "view" | "doing">) {
  const { revalidate } = useRevalidator();
  const isUnderWay = test?.state === "on its way";
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => void revalidate(), 1000);
    return () => clearInterval(timer);
  }, [isUnderWay, revalidate]);
  return (
    <>
      {test ? (
        <div role="status" className="mt-2 max-w-measure">
          <StateMark state={TEST_MARKS[test.state]}>{test.words}</StateMark>{" "}
          {isUnderWay ? (
            <a className="text-link inline-block py-2.5" href={stepAddress("live")}>
              Check again
            </a>
          ) : null}
        </div>
      ) : (
        <p className="mt-2 max-w-measure">We’ll email it to {email}. Look at it on your phone.</p>
      )}
      <Form method="post" action={stepAddress("live")} className="mt-3">
        <SubmitButton
          kind={test ? "quiet" : "plain"}
          size="small"
          name="do"
          value="send"
          busy="Sending..."
          sending={doing === "send"}
        >
          {test ? "Send it again" : "Send me the email"}
        </SubmitButton>
      </Form>
    </>
  );
}

function HowWeSend({ view: { mail } }: Pick<AskProps, "view">) {
  const { hasOwnServer, sends, brand, mayConnect, replies } = mail;
  const whereReplies = replies && sends ? <RepliesNote note={replies} mayConnect={mayConnect} /> : null;
  if (hasOwnServer)
    return (
      <>
        <p className="mt-2 max-w-measure">From your own email address. Tested and working.</p>
        {whereReplies}
      </>
    );
  return (
    <>
      <p className="mt-2 max-w-measure">
        {sends
          ? `Through ${brand}. It shows your name.`
          : "Nothing is connected yet, so each email will be ready for you to send from your own email app with one tap."}
      </p>
      {whereReplies}
      {mayConnect ? (
        <p>
          <a className="text-link inline-block py-2.5" href={OWN}>
            Send from my own email address
          </a>
        </p>
      ) : (
        <p className="mt-2 max-w-measure">Only the owner can connect your own email address.</p>
      )}
    </>
  );
}

/** Connecting their own email: first which one, then its form. */
function AskOwnEmail({ view, values, errors, doing }: AskProps) {
  const { offers, plain, service } = view.mail;
  const addressOf = (choice: string) => `${OWN}&with=${choice}`;
  const Fields = CHANNEL_FIELDS.smtp;
  return (
    <>
      {service ? (
        <Form method="post" action={addressOf(service)} className="form">
          <Fields
            values={{
              port: "587",
              security: "starttls",
              fromName: view.business.name,
              fromAddress: view.email,
              user: view.email,
              ...serverValues("smtp", service),
              ...values,
            }}
            errors={Object.fromEntries(
              Object.entries(errors).filter((one): one is [string, string] => Boolean(one[1])),
            )}
            stored={false}
            plain={plain}
            service={service}
          />
          <SubmitButton
            kind="signal"
            size="large"
            wide
            name="do"
            value="connect"
            busy="Checking..."
            sending={doing === "connect"}
          >
            Check it and continue
          </SubmitButton>
        </Form>
      ) : (
        <>
          {offers.length ? <Offers offers={offers} /> : null}
          <ServiceChoices
            kind="smtp"
            addressOf={addressOf}
            what="send from your own email"
            offers={offers.map(({ name }) => name)}
          />
        </>
      )}
      <p className="mt-4">
        <a className="text-link inline-block py-2.5" href={service ? OWN : stepAddress("live")}>
          {service ? "Choose another" : "Not now"}
        </a>
      </p>
    </>
  );
}
