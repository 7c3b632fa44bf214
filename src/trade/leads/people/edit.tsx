import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { type FormFailure, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, RadioGroup } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { BASIS_CHOICES, OWN_CHOICE, TEXTS_HINT } from "./basis.ts";
import { editPerson, personToEdit } from "./edit.server.ts";
import { MOST_ADDRESSES } from "./limits.ts";
import { readEdited } from "./schema.ts";

export const meta = ({ loaderData }: { loaderData?: { shown: string } | undefined }) => [
  { title: loaderData ? `Edit ${loaderData.shown}` : "Edit" },
];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.write", (ctx) => personToEdit(ctx, args.params["leadId"] ?? ""));
}

type Values = Readonly<Record<string, string>>;

export async function action(args: ActionFunctionArgs) {
  const leadId = args.params["leadId"] ?? "";
  const form = await readForm(args.request);
  try {
    await actInAccount(args, "work.write", (ctx) => editPerson(ctx, leadId, readEdited(form)));
    return redirect(`/account/leads/${leadId}`, 303);
  } catch (error) {
    const values: Values = Object.fromEntries(
      Object.entries<unknown>(form).map(([name, value]) => [name, String(value)]),
    );
    return refuseForm(error, values);
  }
}

export default function EditPerson() {
  const person = useLoaderData<typeof loader>();
  const refused: FormFailure<Values> | undefined = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const { values, errors = {}, message = null } = refused ?? {};
  const typed = { errors, values };
  return (
    <Page className="pb-16">
      <PageHeader title={`Edit ${person.shown}`} />
      <Form method="post" className="form lg:grid-cols-2 lg:gap-x-16" noValidate>
        <div className="lg:col-span-2">
          <ErrorSummary errors={errors} />
          <StatusLine kind="error">{message}</StatusLine>
        </div>
        <div className="grid content-start gap-6">
          <Field
            name="name"
            label="Name"
            unmarked
            autoComplete="off"
            maxLength={120}
            defaultValue={values?.["name"] ?? person.name}
            error={errors["name"]}
          />
          <Rows kind="phone" title="Phone" listed={person.phones} {...typed} />
          <Rows kind="email" title="Email" listed={person.emails} {...typed} />
        </div>
        <div className="grid content-start gap-6">
          <RadioGroup
            name="basis"
            label="May we follow up with them?"
            required
            options={
              person.hasOwn
                ? [OWN_CHOICE, ...BASIS_CHOICES.filter(({ value }) => value === "private")]
                : BASIS_CHOICES
            }
            defaultValue={values?.["basis"] ?? person.basis}
            error={errors["basis"]}
          />
          <Checkbox
            name="texts"
            label="They said we can text them"
            hint={TEXTS_HINT}
            defaultChecked={values ? values["texts"] === "yes" : person.texts}
          />
        </div>
        <div className="flex flex-wrap gap-3 lg:col-span-2">
          <SubmitButton kind="signal" size="large" busy="Saving..." sending={sending}>
            Save
          </SubmitButton>
          <LinkButton href={`/account/leads/${person.id}`} kind="quiet">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Page>
  );
}

/** All of a person's addresses or numbers, and an empty row for another. The main one gets the messages. */
function Rows({
  kind,
  title,
  listed,
  values,
  errors,
}: {
  kind: "email" | "phone";
  title: string;
  listed: readonly string[];
  values: Values | undefined;
  errors: Readonly<Record<string, string | undefined>>;
}) {
  const main = kind === "email" ? "mainEmail" : "mainPhone";
  const rows = Math.min(MOST_ADDRESSES, Math.max(1, listed.length + 1));
  return (
    <div className="grid gap-3">
      {Array.from({ length: rows }, (_, at) => {
        const label =
          at === 0 ? title : at < listed.length ? `${title} ${at + 1}` : `Another ${title.toLowerCase()}`;
        return (
          <div key={at}>
            <Field
              name={`${kind}-${at}`}
              label={label}
              unmarked
              type={kind === "email" ? "email" : "tel"}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={values?.[`${kind}-${at}`] ?? listed[at] ?? ""}
              error={errors[`${kind}-${at}`]}
            />
            {listed.length > 1 && at < listed.length ? (
              <div className="choice">
                <input
                  type="radio"
                  id={`${main}-${at}`}
                  name={main}
                  value={at}
                  defaultChecked={(values?.[main] ?? "0") === String(at)}
                />
                <label htmlFor={`${main}-${at}`}>
                  Messages go to this {kind === "email" ? "email" : "number"}
                </label>
              </div>
            ) : null}
          </div>
        );
      })}
      <p className="text-sm text-pencil">
        To remove {kind === "email" ? "an email" : "a number"}, clear it and save.
      </p>
    </div>
  );
}
