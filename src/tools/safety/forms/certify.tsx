import { Form, useNavigation } from "react-router";
import { SignatureDrawing, SignaturePad } from "#ground/signatures/public.tsx";
import type { FormFailure } from "#platform/http/answers.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { CERTIFICATION } from "../incidents/forms/columns.ts";
import type { FormYear } from "./form-year.server.ts";
import type { Certificate } from "./years.server.ts";
import { filePath } from "./paths.ts";

const Certified = ({ one, year, at }: { one: Certificate; year: number; at: string }) => (
  <li className="border-b border-rule py-3">
    <p>
      <b>{one.version === 1 ? "Certified" : `Amended, version ${one.version}`}</b> on{" "}
      {dayWords(Temporal.PlainDate.from(one.day))} by {one.name}, {one.title}.{" "}
      {one.reason ? `Why: ${one.reason} ` : ""}
      <a className="text-link" href={filePath("300a.pdf", year, at, one.version)}>
        PDF<span className="sr-only"> of version {one.version}</span>
      </a>
    </p>
    <div className="max-w-48">
      <SignatureDrawing drawing={one.drawing} label={`Signature of ${one.name}`} />
    </div>
  </li>
);

const days = (count: number): string => `${count} ${count === 1 ? "day" : "days"}`;

/** Why form 300A has other days than the log, and that nothing is to do about it. */
const StillCounting = ({ cases }: { cases: FormYear["stillCounting"] }) =>
  cases.length === 0 ? null : (
    <div className="max-w-measure">
      <p>
        <b>Some days are still being counted.</b> The log goes on counting them. Form 300A has the days as
        they were certified, which is what OSHA wants of an open case (29 CFR 1904.7(b)(3)(ix)). Once the
        count is final, you’re asked here whether to certify form 300A again.
      </p>
      <ul className="mt-2 list-disc pl-5">
        {cases.map(({ id, number, certified, now }) => (
          <li key={id}>
            <a className="text-link" href={`/account/safety/incidents/${id}`}>
              {number}
            </a>
            : {days(certified)} on form 300A, {days(now)} on the log by now
          </li>
        ))}
      </ul>
    </div>
  );

/** Who certified form 300A, and the form to certify it, again after a change. */
export function CertifySection({
  id,
  year,
  certificates,
  isChanged,
  isOnlyDays,
  stillCounting,
  form,
  today,
  refused,
  isSaved,
}: Pick<FormYear, "id" | "year" | "certificates" | "isChanged" | "isOnlyDays" | "stillCounting"> & {
  form: { readonly id: string; readonly seen: string };
  today: string;
  refused: FormFailure<Record<string, string>> | undefined;
  isSaved: boolean;
}) {
  const isOver = today > `${year}-12-31`;
  const sending = useNavigation().formData?.get("do") === "certify";
  const last = certificates[0];
  const values = refused?.values ?? { name: last?.name, title: last?.title, phone: last?.phone, day: today };
  const errors = refused?.errors ?? {};
  const field = (name: "name" | "title" | "phone" | "day") => ({
    ...{ name, required: true, defaultValue: values[name], error: errors[name] },
  });
  return (
    <Section title="Certification" id="certify">
      {certificates.length > 0 ? (
        <ul className="mb-4">
          {certificates.map((one) => (
            <Certified key={one.id} one={one} year={year} at={id} />
          ))}
        </ul>
      ) : null}
      {isChanged ? (
        <p className="max-w-measure">
          {isOnlyDays ? (
            <>
              <b>The final count of days differs from the form.</b> OSHA asks you to update the log, which has
              it already, and not form 300A (29 CFR 1904.33(b)(2)). You may certify it again. The earlier one
              stays here.
            </>
          ) : (
            <>
              <b>The numbers changed since then.</b> Certify form 300A again. The earlier one stays here.
            </>
          )}
        </p>
      ) : null}
      <StillCounting cases={stillCounting} />
      {last && !isChanged ? null : isOver ? (
        <Form method="post" className="form">
          <ErrorSummary errors={refused?.errors} />
          <input type="hidden" name="do" value="certify" />
          <input type="hidden" name="id" value={form.id} />
          <input type="hidden" name="seen" value={form.seen} />
          <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
            <Field {...field("name")} label="Name" autoComplete="name" maxLength={120} />
            <Field
              {...field("title")}
              label="Title"
              hint="An owner, an officer, or the highest-ranking official of the establishment or their supervisor (29 CFR 1904.32(b)(4))."
              autoComplete="organization-title"
              maxLength={120}
            />
            <Field {...field("phone")} label="Phone" type="tel" autoComplete="tel" maxLength={40} />
            <Field {...field("day")} label="Date" type="date" max={today} />
            {last ? (
              <Field
                name="reason"
                label="Why it changed"
                required
                maxLength={100}
                defaultValue={refused?.values["reason"]}
                error={errors["reason"]}
              />
            ) : null}
          </div>
          <Checkbox name="examined" label={CERTIFICATION} required error={errors["examined"]} />
          <SignaturePad name="drawing" error={errors["drawing"]} />
          <SubmitButton busy="Certifying..." sending={sending}>
            Certify form 300A
          </SubmitButton>
          <StatusLine kind="error">{refused?.message}</StatusLine>
        </Form>
      ) : (
        <p className="max-w-measure">
          You certify form 300A after {year} is over, before you post it on February 1, {year + 1}.
        </p>
      )}
      {isSaved && !isChanged ? <StatusLine kind="done">Certified.</StatusLine> : null}
    </Section>
  );
}
