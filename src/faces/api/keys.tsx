import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { z } from "zod";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { isRecentlyConfirmed, requireRecentProof, withNext } from "#ground/identity/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { checkFields, readForm } from "#platform/http/request/form.server.ts";
import { dayOf, dayWords } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { ConfirmFirst } from "./confirm-first.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { listKeys, makeKey, revokeKey } from "./keys.server.ts";
import { allScopes } from "./scopes.server.ts";

export const meta = () => [{ title: "API and webhooks" }];

const HERE = "/account/settings/api";

const keySchema = z.object({
  id: z.uuid(),
  name: z
    .string({ error: "Name the key." })
    .overwrite((text) => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim())
    .min(1, "Name the key.")
    .max(60, "Keep the name under 60 characters."),
  scopes: z.array(z.string()).min(1, "Choose at least one thing the key can do."),
});

const fieldOf = (scope: string) => `scope-${scope.replace(":", "-")}`;

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "api.change", async (ctx) => {
    const confirmed = await isRecentlyConfirmed(args.request);
    const [keys, zone] = [await listKeys(ctx), await zoneOf(ctx)];
    return {
      // Made with the form, so that a double submit makes one key.
      newId: newId(),
      scopes: allScopes(),
      confirmPath: confirmed ? null : withNext("/account/confirm", HERE),
      keys: keys.map(({ id, name, hint, scopes, createdAt, lastUsed, works }) => ({
        id,
        name,
        hint,
        works,
        scopes: scopes.join(", "),
        made: dayOf(createdAt, zone),
        used:
          lastUsed === null ? null : { iso: lastUsed, words: dayWords(Temporal.PlainDate.from(lastUsed)) },
      })),
      notice: new URL(args.request.url).searchParams.has("revoked") ? "Key revoked." : null,
    };
  });
}

/**
 * Makes a key and shows it once, so without a redirect, which would have to carry it. Revoking needs no
 * fresh login.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  if (form["intent"] === "revoke")
    return inAccount(args, "api.change", async (ctx) => {
      await revokeKey(ctx, form["id"] ?? "");
      return redirect(`${HERE}?revoked`, 303);
    });
  // Check permission first: a member shouldn't enter a password only to be refused.
  await inAccount(args, "api.change", async () => {});
  await requireRecentProof(args);
  return inAccount(args, "api.change", async (ctx) => {
    const scopes = allScopes()
      .map(([scope]) => scope)
      .filter((scope) => form[fieldOf(scope)] !== undefined);
    const values = { name: form["name"] ?? "", scopes };
    try {
      const { id, name } = checkFields(keySchema, { ...form, scopes });
      return { token: await makeKey(ctx, { id, name, scopes }), name };
    } catch (error) {
      return refuseForm(error, values);
    }
  });
}

export default function Keys() {
  const { newId: id, scopes, confirmPath, keys, notice } = useLoaderData<typeof loader>();
  const acted = useActionData<typeof action>();
  const made = acted && "token" in acted ? acted : undefined;
  const refused = acted && "errors" in acted ? acted : undefined;
  return (
    <Page>
      <PageHeader title="API and webhooks">
        Let other apps add leads, see what’s sent, and get notified. Give each its own key so you can revoke
        one without affecting the others.
      </PageHeader>
      <StatusLine kind="done" takesFocus={notice !== null && !acted}>
        {acted ? null : notice}
      </StatusLine>
      {made ? (
        <ShownOnce title={`The key for ${made.name}`} value={made.token} copy="Copy key">
          Paste it into the other app now. We won’t show it again.
        </ShownOnce>
      ) : null}
      <Section title="Keys" id="keys">
        {keys.length === 0 ? (
          <p className="mt-4 max-w-measure">No keys yet. Other apps can’t see or change anything here.</p>
        ) : (
          <Table
            caption="Active keys"
            rows={keys}
            rowKey={(key) => key.id}
            columns={[
              { label: "Name", cell: (key) => <span className="wrap-anywhere">{key.name}</span> },
              { label: "Key", cell: (key) => <code>pl_…{key.hint}</code> },
              { label: "Can do", cell: (key) => <span className="text-sm wrap-anywhere">{key.scopes}</span> },
              { label: "Created", cell: (key) => <time dateTime={key.made.iso}>{key.made.words}</time> },
              {
                label: "Last used",
                cell: (key) =>
                  key.works ? (
                    key.used ? (
                      <time dateTime={key.used.iso}>{key.used.words}</time>
                    ) : (
                      "never"
                    )
                  ) : (
                    <StateMark state="stopped">Revoked</StateMark>
                  ),
              },
              {
                label: "Revoke",
                cell: (key) => (
                  <Form method="post" action={HERE}>
                    <input type="hidden" name="id" value={key.id} />
                    <Confirm
                      label={
                        <>
                          Revoke<span className="sr-only"> {key.name}</span>
                        </>
                      }
                      size="small"
                      question="Apps using it stop working right away. This can’t be undone."
                    >
                      <SubmitButton kind="stop" size="small" name="intent" value="revoke">
                        Revoke for good
                      </SubmitButton>
                    </Confirm>
                  </Form>
                ),
              },
            ]}
          />
        )}
      </Section>
      <Section title="Create a key" id="make">
        {confirmPath ? (
          <ConfirmFirst path={confirmPath}>
            Anyone who has a key can do what it allows with your leads or jobs.
          </ConfirmFirst>
        ) : (
          // A full page load, so that the result takes the focus wherever the form is.
          <Form method="post" action={HERE} reloadDocument className="form max-w-narrow">
            <ErrorSummary errors={refused?.errors} />
            <input type="hidden" name="id" value={id} />
            <Field
              name="name"
              label="Name"
              hint="Which app it’s for, such as “Website form”."
              required
              maxLength={60}
              autoComplete="off"
              defaultValue={refused?.values.name}
              error={refused?.errors["name"]}
            />
            <fieldset className="field fieldset" id="field-scopes">
              <legend>What it can do</legend>
              {scopes.map(([scope, label]) => (
                <Checkbox
                  key={scope}
                  name={fieldOf(scope)}
                  label={label}
                  hint={<code>{scope}</code>}
                  defaultChecked={refused?.values.scopes.includes(scope)}
                />
              ))}
              {refused?.errors["scopes"] ? <p className="field-error">{refused.errors["scopes"]}</p> : null}
            </fieldset>
            <StatusLine kind="error">{refused?.message}</StatusLine>
            <SubmitButton name="intent" value="make" busy="Creating...">
              Create key
            </SubmitButton>
          </Form>
        )}
      </Section>
      <Section title="For developers" id="more">
        <ul className="mt-4">
          <li>
            <a className="text-link inline-block py-2.5" href="/account/settings/api/webhooks">
              Webhooks: get notified when things happen
            </a>
          </li>
          <li>
            <a className="text-link inline-block py-2.5" href="/api/openapi.json">
              The full API as OpenAPI 3.1
            </a>
          </li>
        </ul>
      </Section>
    </Page>
  );
}
