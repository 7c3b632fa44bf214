import { SubmitButton } from "#ui/button.tsx";
import type { ClientPageFace } from "#ui/client-page.tsx";
import { Field, RadioGroup } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { ErrorSummary } from "#ui/messages.tsx";
import type { Spacing } from "./spacing.ts";

export interface PreferencesView {
  readonly face: ClientPageFace;
  /** Masked, because the email with the link may have been forwarded. */
  readonly email: string;
  readonly stopped: boolean;
  readonly gone: boolean;
  /** Formatted; null if not paused. */
  readonly pausedUntil: string | null;
  readonly spacing: Spacing | null;
  readonly texts: "none" | "open" | "stopped";
  /** Limits of a pause. */
  readonly days: readonly [first: string, last: string];
}

/** Alternatives to unsubscribing from everything. */
export function Choices({
  view: { face, pausedUntil, spacing, texts, days },
  values,
  errors,
}: {
  view: PreferencesView;
  values: Readonly<Record<string, string>> | undefined;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <div className="mt-12">
      <Section title="Or take a break" id="pause">
        {pausedUntil ? (
          <form method="post" className="mt-4 grid justify-items-start gap-4">
            <p className="max-w-measure">
              No emails until {pausedUntil}. You can pick a different date below.
            </p>
            <SubmitButton kind="plain" name="do" value="go-on" busy="One moment...">
              End the break
            </SubmitButton>
          </form>
        ) : null}
        <form method="post" className={pausedUntil ? "form mt-8" : "form mt-4"}>
          <ErrorSummary errors={errors} />
          <RadioGroup
            name="pause"
            label="No emails for"
            required
            defaultValue={values?.["pause"] || "1-month"}
            error={errors["pause"]}
            options={[
              { value: "2-weeks", label: "2 weeks" },
              { value: "1-month", label: "1 month" },
              { value: "3-months", label: "3 months" },
              { value: "date", label: "Until a date I pick" },
            ]}
          />
          {/* Shown only with its option, in browsers that support it. */}
          <div className="pause-day">
            <Field
              name="until"
              type="date"
              label="Which date?"
              hint="Emails may start again that day."
              unmarked
              min={days[0]}
              max={days[1]}
              defaultValue={values?.["until"]}
              error={errors["until"]}
            />
          </div>
          <div>
            <SubmitButton kind="plain" name="do" value="pause" busy="One moment...">
              Take a break
            </SubmitButton>
          </div>
        </form>
      </Section>
      <Section title="Or get fewer emails" id="fewer">
        <form method="post" className="form mt-4">
          <RadioGroup
            name="spacing"
            label={`Emails from ${face.business}`}
            required
            defaultValue={spacing ?? "as-planned"}
            error={errors["spacing"]}
            options={[
              { value: "as-planned", label: "As usual" },
              { value: "two-weeks", label: "At most one every two weeks" },
              { value: "month", label: "At most one a month" },
            ]}
          />
          <div>
            <SubmitButton kind="plain" name="do" value="fewer" busy="One moment...">
              Save
            </SubmitButton>
          </div>
        </form>
      </Section>
      {texts === "none" ? null : (
        <Section title="Texts" id="texts">
          {texts === "stopped" ? (
            <p className="mt-4 max-w-measure">{face.business} won’t text you.</p>
          ) : (
            <form method="post" className="mt-4 grid justify-items-start gap-4">
              <p className="max-w-measure">This stops texts to your phone right away. Emails continue.</p>
              <SubmitButton kind="plain" name="do" value="texts" busy="Stopping...">
                Stop texts only
              </SubmitButton>
            </form>
          )}
        </Section>
      )}
    </div>
  );
}

/**
 * A button that emails the link to the person's data. Shows nothing itself, because anyone with a forwarded
 * email can open this page.
 */
export function PersonalDataLink() {
  return (
    <div className="mt-12">
      <Section title="Your information" id="held">
        <form method="post" className="mt-4 grid justify-items-start gap-4">
          <p className="max-w-measure">
            See it, download it, or have it deleted. To protect your privacy, we’ll email you a private link.
          </p>
          <SubmitButton kind="plain" name="do" value="link" busy="Sending...">
            Email me the link
          </SubmitButton>
        </form>
      </Section>
    </div>
  );
}
