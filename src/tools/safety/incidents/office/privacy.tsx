import { Select } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { PRIVACY_QUESTIONS, type PrivacyKey } from "../rules/privacy.ts";
import { YES_NO } from "./calls.tsx";
import { OfficeForm } from "./office-form.tsx";
import type { InjuryView } from "./view.server.ts";

/** Whether the log hides the name. */
export function Privacy({ view: { privacy, injury } }: { view: InjuryView }) {
  const { hidesName, because, missing } = privacy;
  return (
    <Section title="Name on the log" id="privacy">
      <p className="max-w-measure">
        <b>{hidesName ? "The log hides the name" : "The log shows the name"}</b>
        {because ? `: ${because.says} ` : ". "}
        {missing.length > 0 ? "It’s hidden until these are answered. " : ""}
        <span className="estimate-quiet">29 CFR {because?.cites ?? "1904.29(b)(7)"}</span>
      </p>
      <details className="fold">
        <summary>Questions about privacy</summary>
        <OfficeForm intent="privacy" at="privacy" save="Save answers" kind="plain">
          {(field) =>
            (Object.keys(PRIVACY_QUESTIONS) as PrivacyKey[]).map((key) => (
              <Select
                key={key}
                label={PRIVACY_QUESTIONS[key].asks}
                required
                options={YES_NO}
                {...field(key, injury.privacy[key])}
              />
            ))
          }
        </OfficeForm>
      </details>
    </Section>
  );
}
