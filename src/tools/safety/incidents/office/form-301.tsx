import { Field, Select, TextArea } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { YES_NO } from "./calls.tsx";
import { OfficeForm } from "./office-form.tsx";
import type { InjuryView } from "./view.server.ts";

/** Column M of form 300. */
const TYPES = [
  "Injury",
  "Skin disorder",
  "Respiratory condition",
  "Poisoning",
  "Hearing loss",
  "All other illnesses",
].map((label, at) => ({ value: String(at + 1), label }));
const yesNo = YES_NO.map(({ value, label }) => ({ value: value === "unknown" ? "" : value, label }));

/** What forms 300 and 301 ask beyond what was reported, and by when. */
export function Form301({ view }: { view: InjuryView }) {
  const { formsBy, formsStanding, formsAt, decision, injury, parts, completed } = view;
  const { form, before, where } = injury;
  return (
    <Section title="Forms 300 and 301" id="forms">
      {decision.decision === "not recordable" ? (
        <p>Not needed: it doesn’t go on the log.</p>
      ) : (
        <p className="max-w-measure">
          <b>
            {formsStanding === "done"
              ? `Filled in on ${formsAt}`
              : formsStanding === "late"
                ? `They were due ${formsBy}`
                : `Due ${formsBy}`}
          </b>
          , 7 days after you learned of it. <span className="estimate-quiet">29 CFR 1904.29(b)(3)</span>
        </p>
      )}
      <details className="fold">
        <summary>What the forms ask</summary>
        <OfficeForm intent="form" at="forms" save="Save" kind="plain">
          {(field) => (
            <>
              <Select label="Kind of case" required options={TYPES} {...field("type", form.type || "1")} />
              <Field
                label="Where it happened, as on the log"
                {...field("logWhere", form.logWhere || where)}
              />
              <Field
                label="Injury, part of the body, and what caused it"
                hint="OSHA publishes it: leave out the name."
                {...field("logWhat", form.logWhat || [injury.injury, parts].filter(Boolean).join(", "))}
              />
              <TextArea label="What they were doing just before" rows={2} {...field("before", before)} />
              <Field
                label="What harmed them"
                hint="Such as concrete floor, saw, lead."
                {...field("object", form.object)}
              />
              <div className="estimate-two">
                <Field label="Born" type="date" {...field("born", form.born)} />
                <Field label="Hired" type="date" {...field("hired", form.hired)} />
              </div>
              <Select
                label="Sex"
                options={[
                  { value: "", label: "Not answered" },
                  { value: "M", label: "Male" },
                  { value: "F", label: "Female" },
                ]}
                {...field("sex", form.sex)}
              />
              <Field label="Street" {...field("street", form.street)} />
              <Field label="City" {...field("city", form.city)} />
              <div className="estimate-two">
                <Field label="State" {...field("state", form.state)} />
                <Field label="ZIP code" {...field("zip", form.zip)} />
              </div>
              <Field label="Started work that day" type="time" {...field("startedWork", form.startedWork)} />
              <Field label="Doctor or other professional" {...field("physician", form.physician)} />
              <Field label="Clinic or hospital" {...field("facility", form.facility)} />
              <Field label="Its address" {...field("facilityAddress", form.facilityAddress)} />
              <div className="estimate-two">
                <Select
                  label="Emergency room?"
                  options={yesNo}
                  {...field("inEmergencyRoom", form.inEmergencyRoom)}
                />
                <Select
                  label="Overnight in the hospital?"
                  options={yesNo}
                  {...field("overnight", form.overnight)}
                />
              </div>
              <Field label="Died on" type="date" {...field("died", form.died)} />
              <fieldset className="field fieldset">
                <legend>Completed by</legend>
                <p className="field-hint">
                  {completed.name
                    ? "Proposed from the person who decided or filled in the forms. Type over it if it was someone else."
                    : "Once you decide the case, your name is proposed here."}
                </p>
                <div className="estimate-two">
                  <Field label="Name" {...field("completedBy", completed.name)} />
                  <Field label="Title" {...field("completedTitle", completed.title)} />
                </div>
                <div className="estimate-two">
                  <Field label="Phone" type="tel" {...field("completedPhone", completed.phone)} />
                  <Field label="Date" type="date" {...field("completedOn", completed.on)} />
                </div>
              </fieldset>
            </>
          )}
        </OfficeForm>
      </details>
      {decision.decision === "not recordable" ? null : (
        <OfficeForm
          intent={formsStanding === "done" ? "forms-open" : "forms-done"}
          at="forms"
          save={formsStanding === "done" ? "They aren’t filled in yet" : "They are filled in"}
          kind="plain"
        />
      )}
    </Section>
  );
}
