import { Field } from "#ui/field.tsx";

/** The first question, shown on a new user's dashboard and on its own screen. */
export function WorkFields({
  product,
  audience,
  errors,
}: {
  product: string;
  audience: string;
  errors: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <>
      <Field
        name="product"
        label="What do you do?"
        hint="In a few words, as you would tell a neighbor. For example: roof repairs and new roofs"
        required
        maxLength={300}
        defaultValue={product}
        error={errors["product"]}
      />
      <Field
        name="audience"
        label="For whom?"
        hint="For example: homeowners in Denver with an older roof"
        maxLength={200}
        defaultValue={audience}
        error={errors["audience"]}
      />
    </>
  );
}
