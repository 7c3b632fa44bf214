import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { requirePerson } from "#ground/identity/public.server.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { createLimiter, refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { now, withPerson } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { Button, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Panel, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { Badge, StateMark } from "#ui/state-mark.tsx";
import { chooseBusiness, chosenBusiness } from "./chosen-business.server.ts";
import { startSchema } from "../people/invite-schema.ts";
import { startBusiness } from "./open-account.server.ts";
import { leaveBusiness } from "../people/people.server.ts";
import { ROLE_LABELS } from "../rules.ts";
import { listBusinesses } from "./own-businesses.server.ts";

export const meta = () => [{ title: "Businesses" }];

const startsPerPerson = createLimiter({
  name: "businesses started per person",
  limit: 10,
  windowSeconds: 24 * 3600,
});

/** A person's businesses. Works without an account, so that people who belong to none can start one. */
export function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request);
    const { businesses, here } = await listBusinesses(person, chosenBusiness(request));
    const { searchParams } = new URL(request.url);
    const leave = searchParams.get("leave");
    return {
      businesses: businesses.map((one) => ({ ...one, here: one.id === here })),
      leaving: businesses.find((one) => one.id === leave) ?? null,
      left: searchParams.has("left"),
    };
  });
}

const goTo = (accountId: string, path: string) =>
  redirect(path, { status: 303, headers: { "Set-Cookie": chooseBusiness(accountId) } });

export function action({ request }: ActionFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request);
    const form = await readForm(request);
    const { intent, id = "" } = form;
    const values = { businessName: form["businessName"] ?? "" };
    if (intent === "start") {
      try {
        const { businessName } = form.check(startSchema);
        const verdict = startsPerPerson.check(person.id, now());
        if (!verdict.ok) return refuseTooMany(verdict, values, "You have started several businesses today.");
        return goTo(
          await withPerson(person.id, (ctx) => startBusiness(ctx, person, businessName)),
          "/account/settings",
        );
      } catch (error) {
        return refuseForm(error, values);
      }
    }
    const { businesses } = await listBusinesses(person);
    // The same answer whether it isn't theirs or doesn't exist.
    if (!businesses.some((one) => one.id === id)) throw new AppError("not_found", "Page not found.");
    if (intent !== "leave") return goTo(id, "/account/dashboard");
    try {
      await leaveBusiness(person, id);
      return redirect("/account/businesses?left", 303);
    } catch (error) {
      return refuseForm(error, values);
    }
  });
}

export default function Businesses() {
  const { businesses, leaving, left } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const errors = refused?.errors ?? {};
  return (
    <Page narrow className="pb-12">
      <PageHeader title="Businesses">Each has its own leads, guides, people, and settings.</PageHeader>
      {leaving ? (
        <Panel tone="brick" className="mb-6">
          <h2 className="text-xl">Leave {leaving.name ?? "this business"}?</h2>
          <p className="mt-2 max-w-measure">
            You’ll lose access right away. Your work there stays. To come back, you’ll need a new invitation.
          </p>
          <Form method="post" className="mt-4 flex flex-wrap gap-3">
            <input type="hidden" name="id" value={leaving.id} />
            <SubmitButton kind="stop" name="intent" value="leave" busy="Leaving..." sending={sending}>
              Leave
            </SubmitButton>
            <LinkButton kind="plain" href="/account/businesses">
              Stay
            </LinkButton>
          </Form>
        </Panel>
      ) : null}
      <StatusLine kind={refused ? "error" : "done"}>
        {refused ? refused.message : left ? "You left the business." : null}
      </StatusLine>
      {businesses.length > 0 ? (
        <ul className="border-t border-rule">
          {businesses.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3"
            >
              <div className="min-w-0">
                <b className="font-display text-xl wrap-anywhere">{one.name ?? "No name yet"}</b>
                <p className="flex flex-wrap items-center gap-x-3">
                  <Badge>{ROLE_LABELS[one.role].name}</Badge>
                  {one.suspended ? <StateMark state="stopped">Suspended</StateMark> : null}
                </p>
              </div>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <a
                  className="text-link inline-block py-2.5"
                  href={`/account/businesses?leave=${one.id}`}
                  aria-label={`Leave ${one.name ?? "the unnamed business"}`}
                >
                  Leave
                </a>
                {one.here ? (
                  <StateMark state="now">You are here</StateMark>
                ) : (
                  <Form method="post" reloadDocument>
                    <input type="hidden" name="id" value={one.id} />
                    <Button
                      type="submit"
                      kind="plain"
                      size="small"
                      name="intent"
                      value="switch"
                      aria-label={`Switch to ${one.name ?? "the unnamed business"}`}
                    >
                      Switch
                    </Button>
                  </Form>
                )}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="max-w-measure">
          You’re not in any business. Start one below, or ask someone to email you an invitation.
        </p>
      )}
      <div className="mt-10">
        <Section title={businesses.length > 0 ? "Start another business" : "Start a business"} id="start">
          <Form method="post" className="form" reloadDocument>
            <ErrorSummary errors={errors} />
            <input type="hidden" name="intent" value="start" />
            <Field
              name="businessName"
              label="Business name"
              required
              maxLength={120}
              autoComplete="organization"
              defaultValue={refused?.values.businessName}
              error={errors["businessName"]}
            />
            <SubmitButton busy="Starting..." sending={sending}>
              Start
            </SubmitButton>
          </Form>
        </Section>
      </div>
    </Page>
  );
}
