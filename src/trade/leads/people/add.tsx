import { useRef, useState } from "react";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type FormFailure, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, RadioGroup, TextArea } from "#ui/field.tsx";
import { Page, PageHeader, Panel } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import type { ContactCard } from "#platform/csv/vcard.ts";
import { addPerson, type Twin } from "./add.server.ts";
import { BASIS_CHOICES, TEXTS_HINT, WAY_LABELS } from "./basis.ts";
import { FromPhone } from "./from-phone.tsx";
import { newPersonSchema } from "./schema.ts";

export const meta = () => [{ title: "Add a person" }];

export function loader(args: LoaderFunctionArgs) {
  // The id makes a double submit one person.
  return inAccount(args, "work.write", () => Promise.resolve({ id: newId() }));
}

type Values = Readonly<Record<string, string>>;
type Refusal = FormFailure<Values> & { readonly twin?: Twin };

/** Saves the person, or shows who has the number or address already. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values: Values = Object.fromEntries(
    Object.entries<unknown>(form).map(([name, value]) => [name, String(value)]),
  );
  try {
    const added = await actInAccount(args, "work.write", (ctx) =>
      addPerson(ctx, form.check(newPersonSchema)),
    );
    if ("leadId" in added) return redirect(`/account/leads/${added.leadId}?added`, 303);
    return data<Refusal>({ values, errors: {}, message: null, twin: added.twin }, { status: 409 });
  } catch (error) {
    return refuseForm(error, values);
  }
}

const WAYS = Object.entries(WAY_LABELS).map(([value, label]) => ({ value, label }));

export default function AddPerson() {
  const { id } = useLoaderData<typeof loader>();
  const refused: Refusal | undefined = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const { values = {}, errors = {}, message = null, twin } = refused ?? {};
  const form = useRef<HTMLFormElement>(null);
  const [others, setOthers] = useState(values["others"] ?? "");
  function fill({ name, emails, phones }: ContactCard): void {
    const fields = { name, email: emails[0], phone: phones[0] };
    for (const [field, text] of Object.entries(fields)) {
      const input = form.current?.elements.namedItem(field);
      if (text && input instanceof HTMLInputElement) input.value = text;
    }
    setOthers([...phones.slice(1), ...emails.slice(1)].join("\n"));
  }
  return (
    <Page className="pb-16">
      <PageHeader title="Add a person">A name, a number, or an email is enough.</PageHeader>
      <Form ref={form} method="post" className="form lg:grid-cols-2 lg:gap-x-16" noValidate>
        <input type="hidden" name="id" value={values["id"] ?? id} />
        <input type="hidden" name="others" value={others} />
        <div className="lg:col-span-2">
          <FromPhone onCard={fill} />
          <ErrorSummary errors={errors} />
          <StatusLine kind="error">{message}</StatusLine>
          {twin ? <AlreadyHere twin={twin} sending={sending} /> : null}
        </div>
        <div className="grid content-start gap-6">
          <Field
            name="name"
            label="Name"
            unmarked
            autoFocus={!refused}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={120}
            defaultValue={values["name"]}
            error={errors["name"]}
          />
          <Field
            name="phone"
            label="Phone"
            unmarked
            type="tel"
            autoComplete="off"
            maxLength={60}
            defaultValue={values["phone"]}
            error={errors["phone"]}
          />
          <Field
            name="email"
            label="Email"
            unmarked
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            defaultValue={values["email"]}
            error={errors["email"]}
          />
          {others ? (
            <p className="text-sm text-pencil wrap-anywhere">
              We’ll also save {others.split("\n").join(", ")}.
            </p>
          ) : null}
          <TextArea
            name="note"
            label="Note"
            rows={3}
            maxLength={2000}
            defaultValue={values["note"]}
            error={errors["note"]}
          />
        </div>
        <div className="grid content-start gap-6">
          <RadioGroup
            name="way"
            label="How did they come to you?"
            options={WAYS}
            defaultValue={values["way"] ?? "called"}
            error={errors["way"]}
          />
          <RadioGroup
            name="basis"
            label="May we follow up with them?"
            required
            options={BASIS_CHOICES}
            {...(values["basis"] ? { defaultValue: values["basis"] } : {})}
            error={errors["basis"]}
          />
          <Checkbox
            name="texts"
            label="They said we can text them"
            hint={TEXTS_HINT}
            defaultChecked={values["texts"] === "yes"}
            error={errors["texts"]}
          />
        </div>
        <div className="flex flex-wrap gap-3 lg:col-span-2">
          <SubmitButton kind="signal" size="large" busy="Saving..." sending={sending}>
            Save
          </SubmitButton>
          <LinkButton href="/account/leads" kind="quiet">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Page>
  );
}

/** Offers to open the person who is here already. Two people may share a number, but not an email. */
function AlreadyHere({ twin, sending }: { twin: Twin; sending: boolean }) {
  return (
    <Panel tone="chalk">
      <div role="alert" tabIndex={-1} autoFocus>
        <h2 className="text-xl">
          {twin.name} has this {twin.by === "phone" ? "number" : "email"}
        </h2>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <LinkButton href={`/account/leads/${twin.id}`}>Open {twin.name}</LinkButton>
        {twin.by === "phone" ? (
          <SubmitButton kind="plain" name="anyway" value="phone" busy="Saving..." sending={sending}>
            Add anyway
          </SubmitButton>
        ) : null}
      </div>
    </Panel>
  );
}
