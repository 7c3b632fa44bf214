import { Form } from "react-router";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import type { SettingsValues } from "../settings/settings-form.ts";

interface TextsProps {
  /** The number that texts come from, and whether the business pays for it itself. */
  from: string;
  isOwn: boolean;
  /** The person's number; null before they gave one. */
  phone: string | null;
  isProven: boolean;
  isStopped: boolean;
  /** Whether the code didn't arrive. */
  isRefused: boolean;
  refusal: FormFailure<SettingsValues> | undefined;
  sending: boolean;
}

/** Where a person gives the mobile number that gets texts, and proves that it is theirs. */
export function Texts({ from, isOwn, phone, isProven, refusal, sending, ...state }: TextsProps) {
  return (
    <Section title="Texts" id="texts">
      <p className="mt-4 max-w-measure">
        Texts come from {from}, the number your clients get texts from.{" "}
        {isOwn ? "Your business’s text service charges for each one. " : ""}
        You get the ones you choose below, at most 30 a day.
      </p>
      {phone === null ? (
        <Form method="post" className="form mt-4">
          <input type="hidden" name="do" value="phone" />
          <Field
            name="phone"
            type="tel"
            autoComplete="tel"
            label="Your mobile number"
            hint="We text you a code to make sure it’s yours."
            required
            maxLength={40}
            defaultValue={refusal?.values.phone}
            error={refusal?.errors["phone"]}
          />
          <SubmitButton busy="Sending..." sending={sending}>
            Text me a code
          </SubmitButton>
        </Form>
      ) : isProven ? (
        <>
          <p className="mt-4 max-w-measure">
            {state.isStopped
              ? `Texts to ${phone} have stopped: it replied STOP. To get them again, text START from it to ${from}.`
              : `Texts go to ${phone}. Choose below what you get.`}
          </p>
          <Forget sending={sending}>Remove this number</Forget>
        </>
      ) : (
        <>
          {state.isRefused || state.isStopped ? (
            <p className="mt-4 max-w-measure" role="alert">
              We couldn’t text {phone}. Check the number. If it ever replied STOP to {from}, text START from
              it first.
            </p>
          ) : (
            <p className="mt-4 max-w-measure">We’re texting a code to {phone}. It works for 10 minutes.</p>
          )}
          <Form method="post" className="form mt-4">
            <input type="hidden" name="do" value="code" />
            <Field
              name="code"
              label="Code from the text"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              error={refusal?.errors["code"]}
            />
            <SubmitButton busy="Checking..." sending={sending}>
              Use this number
            </SubmitButton>
          </Form>
          <div className="flex flex-wrap gap-x-4">
            <Form method="post" className="mt-4">
              <input type="hidden" name="do" value="phone" />
              <input type="hidden" name="phone" value={phone} />
              <SubmitButton kind="plain" size="small" busy="Sending..." sending={sending}>
                Send a new code
              </SubmitButton>
            </Form>
            <Forget sending={sending}>Use another number</Forget>
          </div>
        </>
      )}
      <StatusLine kind="error">{refusal?.message}</StatusLine>
    </Section>
  );
}

function Forget({ sending, children }: { sending: boolean; children: string }) {
  return (
    <Form method="post" className="mt-4">
      <input type="hidden" name="do" value="forget" />
      <SubmitButton kind="plain" size="small" busy="Removing..." sending={sending}>
        {children}
      </SubmitButton>
    </Form>
  );
}
