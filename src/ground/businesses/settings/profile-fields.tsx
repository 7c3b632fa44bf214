import { Field, TextArea } from "#ui/field.tsx";

/** What a business's pages say of it beside its letterhead. Each may stay empty. */
export function ProfileFields({
  values,
  errors,
}: {
  values: Readonly<Record<string, string | undefined>>;
  errors: Readonly<Record<string, string | undefined>>;
}) {
  const of = (name: string) => ({ name, defaultValue: values[name] ?? "", error: errors[name] });
  return (
    <>
      <Field {...of("personName")} label="Your name" autoComplete="name" hint="Who clients will meet." />
      <Field {...of("services")} label="What you do" hint="For example: Bathroom remodeling" />
      <Field
        {...of("serviceArea")}
        label="Where you work"
        hint="For example: Denver and the western suburbs"
      />
      <TextArea
        {...of("introduction")}
        label="About you"
        rows={5}
        hint="A few sentences in your own words: how you work, what you care about, how long you’ve done it."
      />
    </>
  );
}
