import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from "react-router";
import { actInAccount, inAccount, listConfidants, nameConfidants } from "#ground/businesses/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";

export const meta = () => [{ title: "Who reads injuries" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "people.owners", async (ctx) => ({
    people: (await listConfidants(ctx)).map(({ userId, name, email, role, isConfidant }) => ({
      ...{ userId, name: name || email, role, isConfidant },
    })),
  }));

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  try {
    await actInAccount(args, "people.owners", (ctx) =>
      nameConfidants(
        ctx,
        new Set(Object.keys(form).flatMap((name) => (name.startsWith("reads-") ? [name.slice(6)] : []))),
      ),
    );
    return redirect("/account/safety/incidents/readers?saved", 303);
  } catch (error) {
    return refuseForm(error, {});
  }
}

/** The people who read injuries beside the owners. */
export default function Readers() {
  const { people } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const wasSaved = useSearchParams()[0].has("saved");
  const sending = useNavigation().state !== "idle";
  return (
    <Page narrow className="pb-12">
      <PageHeader title="Who reads injuries">
        Owners always do. Name the others who need to, such as your safety manager or who keeps the OSHA log.
        Nobody else sees a name or an injury, on no screen, search, download or phone.
      </PageHeader>
      <StatusLine kind="done">{wasSaved ? "Saved." : null}</StatusLine>
      <StatusLine kind="error">{refused?.message}</StatusLine>
      {people.length === 0 ? (
        <p>
          You have no managers or members yet.{" "}
          <a className="text-link" href="/account/settings/people">
            Invite people
          </a>
        </p>
      ) : (
        <Form method="post" className="form">
          <fieldset className="field fieldset">
            <legend>They can read injuries</legend>
            {people.map(({ userId, name, role, isConfidant }) => (
              <Checkbox
                key={userId}
                name={`reads-${userId}`}
                label={`${name}, ${role}`}
                defaultChecked={isConfidant}
              />
            ))}
          </fieldset>
          <p className="field-hint">
            A person you take off the list loses what’s on their phone the next time it has a signal.
          </p>
          <SubmitButton busy="Saving..." sending={sending}>
            Save
          </SubmitButton>
        </Form>
      )}
      <p className="mt-6">
        <a className="text-link inline-block py-2.5" href="/account/safety/incidents">
          Back to incidents
        </a>
      </p>
    </Page>
  );
}
