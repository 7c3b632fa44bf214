import { Field, Select, TextArea } from "#ui/field.tsx";
import type { DraftStep, StepField } from "../draft/draft.ts";
import { CONDITION_EVENTS, UNITS } from "../draft/labels.ts";
import { MergeFields } from "./merge-fields.tsx";

interface Props {
  readonly step: DraftStep;
  readonly at: number;
  readonly after: number;
  readonly errors: Readonly<Partial<Record<StepField, string>>>;
}

const UNIT_CHOICES = UNITS.map((value) => ({ value, label: value }));
const MAIL_HINT =
  "{{first_name}} becomes their first name; without one, “Hi {{first_name}},” becomes “Hi there,”. {{recent_work}} on a line of its own becomes up to two photos that clients agreed to, with a link to your page.";

/** A step's fields. Those its kind doesn't use are hidden inputs. */
export function StepFields({ step, at, after, errors }: Props) {
  const wire = (field: StepField) => ({
    name: `steps.${at}.${field}`,
    id: `field-${step.id}-${field}`,
    error: errors[field],
    unmarked: true,
  });
  const when = (label: string) => (
    <div className="flex flex-wrap gap-3">
      <div className="w-24">
        <Field
          {...wire("amount")}
          label={label}
          inputMode="numeric"
          maxLength={9}
          defaultValue={step.amount}
        />
      </div>
      <div className="w-36">
        <Select {...wire("unit")} label="Unit" options={UNIT_CHOICES} defaultValue={step.unit} />
      </div>
    </div>
  );
  const after_ = "How long after";
  switch (step.kind) {
    case "gift":
      return (
        <>
          <Field {...wire("subject")} label="Subject" defaultValue={step.subject} />
          <TextArea {...wire("body")} label="Email" hint={MAIL_HINT} rows={9} defaultValue={step.body} />
          <MergeFields of={wire("body").id} withPictures />
        </>
      );
    case "mail":
      return (
        <>
          {when(after_)}
          <Field {...wire("subject")} label="Subject" defaultValue={step.subject} />
          <TextArea {...wire("body")} label="Email" hint={MAIL_HINT} rows={9} defaultValue={step.body} />
          <MergeFields of={wire("body").id} withPictures />
        </>
      );
    case "text":
      return (
        <>
          {when(after_)}
          <TextArea
            {...wire("body")}
            label="Text message"
            hint="Goes to people who agreed to texts, during legal texting hours. Short is best: 160 characters is one message."
            rows={4}
            defaultValue={step.body}
          />
          <MergeFields of={wire("body").id} />
        </>
      );
    case "call":
      return (
        <>
          {when(after_)}
          <TextArea
            {...wire("body")}
            label="What to say on the call"
            hint="It shows up in your calls that day, with this as your script."
            rows={5}
            defaultValue={step.body}
          />
          <MergeFields of={wire("body").id} />
        </>
      );
    case "wait":
      return when("How long");
    case "condition":
      return <ConditionFields step={step} after={after} wire={wire} />;
  }
}

type Wire = (field: StepField) => { name: string; id: string; error: string | undefined; unmarked: boolean };

function ConditionFields({ step, after, wire }: { step: DraftStep; after: number; wire: Wire }) {
  const what: { value: string; label: string }[] = [
    ...CONDITION_EVENTS,
    { value: "silent", label: "been in touch" },
  ];
  if (!what.some(({ value }) => value === step.what))
    what.push({ value: step.what, label: `done “${step.what}”` });
  const skips = Array.from({ length: Math.max(after, 1) }, (_, more) => String(more + 1));
  if (step.otherwise !== "end" && !skips.includes(step.otherwise)) skips.push(step.otherwise);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <div className="w-44">
          <Select
            {...wire("did")}
            label="Continue if they"
            options={[
              { value: "no", label: "have not" },
              { value: "yes", label: "have" },
            ]}
            defaultValue={step.did}
          />
        </div>
        <div className="w-64 max-w-full">
          <Select {...wire("what")} label="What they did" options={what} defaultValue={step.what} />
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <div className="w-24">
          <Field
            {...wire("within")}
            label="In the last"
            inputMode="numeric"
            maxLength={9}
            defaultValue={step.within}
          />
        </div>
        <div className="w-36">
          <Select
            {...wire("withinUnit")}
            label="Unit"
            options={UNIT_CHOICES}
            defaultValue={step.withinUnit}
          />
        </div>
      </div>
      <p className="text-sm text-pencil">Leave the number blank to count everything since they started.</p>
      <Select
        {...wire("otherwise")}
        label="Otherwise"
        options={[
          { value: "end", label: "stop here" },
          ...skips.map((value) => ({
            value,
            label: value === "1" ? "skip the next step" : `skip the next ${value} steps`,
          })),
        ]}
        defaultValue={step.otherwise}
      />
    </>
  );
}
