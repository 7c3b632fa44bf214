import { Checkbox, Field, Select } from "#ui/field.tsx";
import { Button } from "#ui/button.tsx";

/** Asks what a notice of cancellation needs, and opens its PDF. Works without a script. */
export function CancelNoticeForm({
  action,
  today,
  until,
  asksAge,
}: {
  /** Path of the PDF. */
  action: string;
  /** "2026-11-28". */
  today: string;
  /** The last day to cancel a sale of today, in words. */
  until: string;
  /** Whether the buyer's age counts, as in California. */
  asksAge: boolean;
}) {
  return (
    <form action={action} target="_blank" className="form mt-4">
      <p className="max-w-measure">
        For a homeowner who agrees at home or away from your office: the notice and two copies of the form,
        with the dates filled in. Print it and give it to them when they sign. If they sign today, they can
        cancel until midnight of {until}. A reminder, not legal advice.
      </p>
      <Field name="day" label="Date of the sale" type="date" required defaultValue={today} />
      <Select
        name="language"
        label="Language you used for the sale"
        required
        hint="The Spanish is our translation."
        options={[
          { value: "en", label: "English" },
          { value: "es", label: "Spanish" },
        ]}
      />
      {asksAge ? (
        <Checkbox name="senior" value="yes" label="My client is 65 or older (five days to cancel)" />
      ) : null}
      <Button type="submit" kind="plain">
        Open the notice
      </Button>
    </form>
  );
}
