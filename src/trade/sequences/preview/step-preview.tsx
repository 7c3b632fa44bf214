import { useId } from "react";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { mailParts } from "../message/mail-parts.ts";
import { describeDayWord, findDayWords } from "./relative-days.ts";
import type { PreviewFrame } from "./frame.ts";
import { MailView } from "./mail-view.tsx";
import { unknownPlaceholders, describeUnknown } from "./placeholders.ts";
import { TextView } from "./text-view.tsx";

export interface PreviewedStep {
  readonly kind: string;
  readonly subject?: string | undefined;
  /** For a call, what it is about. */
  readonly body: string;
  readonly signed?: boolean | undefined;
}

/**
 * A live preview of a step, by the code that sends it: an email on a computer or a phone, in light, dark and
 * plain text; a text with its segments; a call's notes.
 */
export function StepPreview({
  step,
  frame,
  name,
}: {
  step: PreviewedStep;
  frame: PreviewFrame;
  name: string;
}) {
  const id = useId();
  const words = `${step.subject ?? ""}\n${step.body}`;
  const [unknown, days] = [unknownPlaceholders(words), findDayWords(words)];
  return (
    <div className="step-preview">
      {unknown.length ? (
        <ul className="step-preview-warning" aria-label="Blanks we can’t fill">
          {unknown.map((one) => (
            <li key={one.written}>{describeUnknown(one)}</li>
          ))}
        </ul>
      ) : null}
      {days.length ? (
        <ul className="step-preview-warning" aria-label="Words that might name the wrong day">
          {days.map((word) => (
            <li key={word}>{describeDayWord(word)}</li>
          ))}
        </ul>
      ) : null}
      {step.kind === "gift" || step.kind === "mail" ? (
        <MailPreview id={id} step={{ ...step, kind: step.kind }} frame={frame} name={name} />
      ) : step.kind === "text" ? (
        <TextView
          body={step.body}
          names={{
            name,
            business: frame.businessName,
            reviewLink: frame.reviewLink,
            referralLink: frame.referralLink,
            visitLink: frame.visitLink,
          }}
        />
      ) : step.kind === "call" ? (
        <CallView say={step.body} name={name} />
      ) : null}
    </div>
  );
}

const SIZES = [
  { value: "wide", label: "Computer" },
  { value: "phone", label: "Phone" },
  { value: "plain", label: "Plain text" },
] as const;

function MailPreview({
  id,
  step,
  frame,
  name,
}: {
  id: string;
  step: PreviewedStep & { readonly kind: "gift" | "mail" };
  frame: PreviewFrame;
  name: string;
}) {
  const words = {
    kind: step.kind,
    subject: step.subject ?? "",
    body: step.body,
    signed: step.signed ? (true as const) : undefined,
  };
  const parts = mailParts(words, frame, {
    name,
    giftUrl: step.kind === "gift" ? "#" : undefined,
    unsubscribeUrl: "#",
    referralLink: frame.referralLink,
    visitLink: frame.visitLink,
    recentWork: frame.recentWork,
  });
  return (
    <>
      <fieldset className="step-preview-ways">
        <legend className="sr-only">View as</legend>
        {SIZES.map(({ value, label }, at) => (
          <label key={value}>
            <input type="radio" name={`${id}-size`} value={value} defaultChecked={at === 0} />
            {label}
          </label>
        ))}
        <label>
          <input type="checkbox" name={`${id}-dark`} value="dark" />
          Dark
        </label>
      </fieldset>
      <MailView parts={parts} frame={frame} />
      <pre className="step-preview-plain">
        {layOutMail(parts)
          .text.replace(/^(Open your copy:)\n#$/m, "$1 (their own link)")
          .replace("Unsubscribe: #", "Unsubscribe: (their own link)")}
      </pre>
    </>
  );
}

function CallView({ say, name }: { say: string; name: string }) {
  return (
    <div className="step-preview-call">
      <p className="label">You call {name}</p>
      <p className="whitespace-pre-line">{say.trim() || "Nothing written yet."}</p>
    </div>
  );
}
