import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import {
  findPersonInNeed,
  originOf,
  requireRecentProof,
  signOutForPerson,
  turnTwoStepOffForPerson,
} from "#ground/identity/public.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { inOperator, notHere, recordAction } from "./in-operator.server.ts";
import { searchOf } from "./rules.ts";

export const meta = () => [{ title: "Operator: people" }, { name: "robots", content: "noindex" }];

/** One person by address: how they sign in, and none of their data. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async () => {
    const query = new URL(args.request.url).searchParams;
    const sought = searchOf(query.get("email"));
    const found = sought ? await findPersonInNeed(sought) : undefined;
    const person = found && {
      email: found.email,
      verified: found.emailVerified,
      since: moment(found.since, "UTC").words,
      twoStepSince: found.twoStepSince && moment(found.twoStepSince, "UTC").words,
      passkeys: found.passkeys,
      sessions: found.sessions,
    };
    return { sought, person, did: query.get("did") };
  });
}

/**
 * Signs a person out everywhere, or turns off their two-step login. Needs a fresh login, because it
 * weakens another person's account.
 */
export function action(args: ActionFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const form = await readForm(args.request);
    const person = await findPersonInNeed(searchOf(form["email"] ?? null));
    if (!person) throw notHere();
    await requireRecentProof(args);
    const origin = originOf(args.request, args.context);
    const back = (did: string) =>
      redirect(`/operator/people?email=${encodeURIComponent(person.email)}&did=${did}`, 303);
    if (form["intent"] === "sign-out") {
      if (await signOutForPerson(person, origin))
        await recordAction(ctx, ctx.operator, "person.signed-out", { person: person.id });
      return back("signed-out");
    }
    if (form["intent"] !== "two-step-off") throw notHere();
    if (await turnTwoStepOffForPerson(person, origin))
      await recordAction(ctx, ctx.operator, "person.two-step-off", { person: person.id });
    return back("two-step-off");
  });
}

const DONE: Readonly<Record<string, string>> = {
  "signed-out": "Logged out everywhere.",
  "two-step-off": "Two-step login is off. We emailed them.",
};

export default function OperatorPeople() {
  const { sought, person, did } = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page narrow className="pb-16">
      <PageHeader title="People">For people who can’t log in or lost their phone.</PageHeader>
      <Form method="get" className="form">
        <Field
          name="email"
          label="Their full email address"
          type="email"
          required
          autoComplete="off"
          defaultValue={sought}
        />
        <SubmitButton kind={person ? "plain" : "chalk"}>Look up</SubmitButton>
        <StatusLine kind={sought && !person ? "error" : "done"}>
          {sought && !person ? "No account with this address." : did ? DONE[did] : null}
        </StatusLine>
      </Form>
      {person ? (
        <>
          <Section title="How they log in" id="person">
            <DataList
              items={[
                ["Address", `${person.email}, ${person.verified ? "verified" : "not verified"}`],
                ["Account since", person.since],
                ["Two-step login", person.twoStepSince ? `Since ${person.twoStepSince}` : "Off"],
                ["Passkeys", formatNumber(person.passkeys)],
                [
                  "Logged in on",
                  `${formatNumber(person.sessions)} ${person.sessions === 1 ? "device" : "devices"}`,
                ],
              ]}
            />
          </Section>
          {person.sessions > 0 ? (
            <Section title="Log out everywhere" id="sign-out">
              <Form method="post" className="form">
                <input type="hidden" name="email" value={person.email} />
                <p>For a lost phone or laptop. Every device has to log in again.</p>
                <SubmitButton kind="plain" name="intent" value="sign-out" sending={sending}>
                  Log this person out
                </SubmitButton>
              </Form>
            </Section>
          ) : null}
          {person.twoStepSince ? (
            <Section title="Turn off two-step login" id="two-step">
              <Form method="post" className="form">
                <input type="hidden" name="email" value={person.email} />
                <p>
                  Only for someone who lost both their phone and recovery codes, and only once you’re sure
                  it’s them. Call a number you had before they asked. An email alone proves nothing. We’ll
                  email them.
                </p>
                <SubmitButton kind="stop" name="intent" value="two-step-off" sending={sending}>
                  Turn it off for this person
                </SubmitButton>
              </Form>
            </Section>
          ) : null}
        </>
      ) : null}
    </Page>
  );
}
