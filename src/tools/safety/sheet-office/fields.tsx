import { Field, Select } from "#ui/field.tsx";
import {
  LONGEST,
  MOST,
  SHEET_LANGUAGE_LABELS,
  SHEET_LANGUAGES,
  TYPE_LABELS,
  TYPES,
} from "../sheets/sheet.ts";

export interface SheetValues {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly maker?: string | undefined;
  readonly language?: string | undefined;
  readonly reviewOn?: string | null | undefined;
}
type Errors = Readonly<Record<string, string | undefined>>;

/** What the office types of a sheet. */
export const SheetFields = ({ values, errors }: { values: SheetValues; errors: Errors }) => (
  <>
    <Field
      name="name"
      label="Name"
      hint="What people on the job call it, such as “Acetone” or “Fall protection plan”."
      required
      maxLength={LONGEST.name}
      defaultValue={values.name}
      error={errors["name"]}
    />
    <div className="sheet-two">
      <Select
        name="type"
        label="Kind"
        required
        defaultValue={values.type ?? "sds"}
        options={TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))}
        error={errors["type"]}
      />
      <Select
        name="language"
        label="Language"
        required
        defaultValue={values.language ?? "en"}
        options={SHEET_LANGUAGES.map((value) => ({ value, label: SHEET_LANGUAGE_LABELS[value] }))}
        error={errors["language"]}
      />
      <Field
        name="maker"
        label="Maker"
        maxLength={LONGEST.maker}
        defaultValue={values.maker}
        error={errors["maker"]}
      />
      <Field
        name="reviewOn"
        label="Review by"
        type="date"
        defaultValue={values.reviewOn ?? ""}
        error={errors["reviewOn"]}
      />
    </div>
  </>
);

/** The file of a version, and the day that is printed on it. */
export const FileFields = ({ revisedOn, errors }: { revisedOn?: string | undefined; errors: Errors }) => (
  <>
    <Field
      name="files"
      type="file"
      accept="application/pdf,image/*"
      multiple
      required
      label="PDF, or photos of its pages"
      hint={`Up to ${MOST.pages} pages and ${MOST.megabytes} MB. The words in a PDF are searched too.`}
      error={errors["files"]}
    />
    <Field
      name="revisedOn"
      type="date"
      label="Revised on"
      hint="The day that’s printed on it."
      defaultValue={revisedOn}
      error={errors["revisedOn"]}
    />
  </>
);

const MB = 1024 * 1024;

/** The message for a file that is too large, before it is sent for nothing; "" otherwise. */
export function tooLarge(form: HTMLFormElement): string {
  const large = new FormData(form)
    .getAll("files")
    .find((one) => one instanceof File && one.size > MOST.megabytes * MB);
  return large instanceof File
    ? `${large.name} is larger than ${MOST.megabytes}\u00a0MB. Save a smaller copy of it, or split it.`
    : "";
}
