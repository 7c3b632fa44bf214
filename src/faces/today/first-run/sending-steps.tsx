import { useEffect } from "react";
import { Form, useRevalidator } from "react-router";
import { CHANNEL_FIELDS } from "#ground/businesses/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { RadioGroup } from "#ui/field.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Missing } from "./missing.tsx";
import { type AskProps, Next, StepForm } from "./step-form.tsx";
import { STEP_NAMES, STEPS, stepAddress } from "./steps.ts";

// The steps about email: how it is sent, a test, and going live.

export function AskMail({ view, values, errors, doing }: AskProps) {
  const { chosen, hasOwnServer, installation, brand, plain, mayConnect } = view.mail;
  const Fields = CHANNEL_FIELDS.smtp;
  if (view.wantsOwn && !hasOwnServer)
    return (
      <Form method="post" action={`${stepAddress("mail")}&own`} className="form">
        <Fields
          values={{
            port: "587",
            security: "starttls",
            fromName: view.business.name,
            fromAddress: view.email,
            user: view.email,
            ...values,
          }}
          errors={Object.fromEntries(
            Object.entries(errors).filter((one): one is [string, string] => Boolean(one[1])),
          )}
          stored={false}
          plain={plain}
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
        <p>
          <a className="text-link inline-block py-2.5" href={stepAddress("mail")}>
            Not now
          </a>
        </p>
      </Form>
    );
  return (
    <StepForm step="mail" name="choose" button="Next" busy="One moment..." doing={doing}>
      <RadioGroup
        name="mail"
        label="How should we send it?"
        required
        defaultValue={values["mail"] ?? chosen}
        error={errors["mail"]}
        options={[
          {
            value: "ours",
            label: installation === "server" ? `Through ${brand}, for now` : "I’ll send it myself",
            hint:
              installation === "server"
                ? "Works right away. It shows your name, and replies go to your inbox. You can change it anytime."
                : "No mail server is connected yet. Each email will be ready for you to send from your own email app with one tap.",
          },
          {
            value: "own",
            label: hasOwnServer ? "From my own email, which is connected" : "From my own email address",
            hint: hasOwnServer
              ? "Tested and working."
              : mayConnect
                ? "You’ll need a server name and a password. For Gmail and Outlook, that’s an app password."
                : "Only the owner of this business can connect it.",
          },
        ]}
      />
    </StepForm>
  );
}

const TEST_MARKS = { "on its way": "now", there: "done", outbox: "waiting", failed: "unsent" } as const;

export function AskTest({ view, doing }: AskProps) {
  const { test, email } = view;
  const { revalidate } = useRevalidator();
  const isUnderWay = test?.state === "on its way";
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => void revalidate(), 1000);
    return () => clearInterval(timer);
  }, [isUnderWay, revalidate]);
  if (!test)
    return (
      <StepForm step="test" name="send" button={`Send it to ${email}`} busy="Sending..." doing={doing} />
    );
  return (
    <>
      <div role="status" className="mb-6 text-lg">
        <StateMark state={TEST_MARKS[test.state]}>{test.words}</StateMark>{" "}
        {isUnderWay ? (
          <a className="text-link inline-block py-2.5" href={stepAddress("test")}>
            Check again
          </a>
        ) : null}
      </div>
      <Next step="test" doing={doing} />
      <Form method="post" action={stepAddress("test")} className="mt-4">
        <SubmitButton
          kind="quiet"
          size="small"
          name="do"
          value="send"
          busy="Sending..."
          sending={doing === "send"}
        >
          Send it again
        </SubmitButton>
      </Form>
    </>
  );
}

export function AskLive({ view, doing }: AskProps) {
  const { standings, isVerified, outboxHint, email, page } = view;
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
          <strong>One more thing.</strong> We sent a link to {email}. Until you open it, we’re holding email
          to your clients. Nothing is lost. It goes out as soon as you do.
          {outboxHint ? <span className="mt-2 block wrap-anywhere">{outboxHint}</span> : null}
        </p>
      )}
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
    </>
  );
}
