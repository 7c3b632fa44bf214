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
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { FIRMS_PATH } from "../paths.ts";
import { LONGEST } from "../rules/issue.ts";
import { listFirms, type ListedFirm, removeFirm, saveFirm } from "./firms.server.ts";

export const meta = () => [{ title: "Subs" }];

/** `?change=` opens the form of one. */
export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const firms = await listFirms(ctx);
    return {
      firms,
      changing: firms.find(({ id }) => id === searchParams.get("change")) ?? null,
      removed: searchParams.get("removed"),
      isSaved: searchParams.has("saved"),
    };
  });

const FIELDS = ["name", "trade", "contact", "email", "phone", "texts"] as const;

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { do: what = "", id } = form;
  try {
    await actInAccount(args, "work.write", async (ctx) => {
      if (what === "save") await saveFirm(ctx, id || undefined, form);
      else await removeFirm(ctx, id ?? "", what === "remove");
    });
  } catch (error) {
    return refuseForm(error, Object.fromEntries(FIELDS.map((field) => [field, form[field] ?? ""])));
  }
  return redirect(`${FIRMS_PATH}?${what === "remove" ? `removed=${id}` : "saved"}`, 303);
}

/** The subs and suppliers that fix issues. */
export default function Firms() {
  const { firms, changing, removed, isSaved } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page className="pb-16">
      <BackToList title="Checklists" href="/account/checklists" />
      <PageHeader title="Subs">
        Companies that fix issues for you. They get a link to their items, and need no account.
      </PageHeader>
      {removed ? (
        <Form method="post" className="flex flex-wrap items-center gap-3" action={FIRMS_PATH}>
          <p role="status">Removed. Their links don’t open anymore.</p>
          <input type="hidden" name="id" value={removed} />
          <SubmitButton kind="plain" size="small" name="do" value="restore" busy="One moment...">
            Undo
          </SubmitButton>
        </Form>
      ) : null}
      {firms.length === 0 ? (
        <EmptyState title="No subs yet">Add the first one below. Then assign issues to it.</EmptyState>
      ) : (
        <ul className="firm-rows">
          {firms.map((firm) => (
            <FirmRow key={firm.id} firm={firm} />
          ))}
        </ul>
      )}
      <Section title={changing ? `Change ${changing.name}` : "Add a sub"} id="form">
        <Form
          key={changing?.id ?? `new ${firms.length}`}
          method="post"
          action={changing ? `?change=${changing.id}#form` : "?#form"}
          className="form mt-4"
        >
          {changing ? <input type="hidden" name="id" value={changing.id} /> : null}
          <Fields values={refused?.values ?? shownOf(changing)} errors={refused?.errors ?? {}} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton name="do" value="save" busy="Saving..." sending={sending}>
              {changing ? "Save" : "Add sub"}
            </SubmitButton>
            {changing ? (
              <LinkButton href={FIRMS_PATH} kind="plain">
                Cancel
              </LinkButton>
            ) : null}
          </div>
          <StatusLine kind={refused ? "error" : "done"}>
            {refused ? refused.message : isSaved ? "Saved." : null}
          </StatusLine>
        </Form>
      </Section>
    </Page>
  );
}

type Shown = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

const shownOf = (firm: ListedFirm | null): Shown =>
  firm
    ? {
        ...{ name: firm.name, trade: firm.trade ?? "", contact: firm.contact ?? "" },
        ...{ email: firm.email ?? "", phone: firm.phone ?? "", texts: firm.texts ? "yes" : "" },
      }
    : {};

function Fields({ values, errors }: { values: Shown; errors: Readonly<Record<string, string>> }) {
  const of = (name: (typeof FIELDS)[number]) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <>
      <Field {...of("name")} label="Company" required maxLength={LONGEST.name} autoComplete="off" />
      <Field {...of("trade")} label="Trade" hint="Such as paint or drywall." maxLength={LONGEST.trade} />
      <Field {...of("contact")} label="Contact" maxLength={LONGEST.name} autoComplete="off" />
      <Field {...of("email")} label="Email" inputMode="email" autoComplete="off" />
      <Field {...of("phone")} label="Phone" inputMode="tel" autoComplete="off" />
      <Checkbox
        name="texts"
        label="They agreed to get texts about jobs"
        hint="Each text says how to stop them."
        defaultChecked={values.texts === "yes"}
        error={errors["texts"]}
      />
    </>
  );
}

function FirmRow({ firm }: { firm: ListedFirm }) {
  const { id, name, trade, contact, email, phone, open, days } = firm;
  const figures = [
    open === 0 ? "Nothing open" : `${open} open`,
    ...(days === null
      ? []
      : [days === 0 ? "fixes the same day" : `${days} ${days === 1 ? "day" : "days"} to fix, on average`]),
  ];
  return (
    <li>
      <div>
        <p>
          <b>{name}</b>
          {trade ? `, ${trade}` : ""}
        </p>
        <p className="text-pencil">
          {[contact, email, phone].filter(Boolean).join(", ") || "No email or phone yet"}
        </p>
        <p>{figures.join(", ")}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton
          href={`${FIRMS_PATH}?change=${id}#form`}
          kind="plain"
          size="small"
          aria-label={`Change ${name}`}
        >
          Change
        </LinkButton>
        <Form method="post" action={FIRMS_PATH}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton
            kind="plain"
            size="small"
            name="do"
            value="remove"
            busy="One moment..."
            aria-label={`Remove ${name}`}
          >
            Remove
          </SubmitButton>
        </Form>
      </div>
    </li>
  );
}
