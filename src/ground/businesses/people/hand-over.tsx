import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { requireRecentProof } from "#ground/identity/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { RadioGroup, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { getBusiness } from "../queries.server.ts";
import { listPeople, makeOwner } from "./people.server.ts";
import { inAccount } from "../public.server.ts";
import { ROLE_LABELS } from "../rules.ts";

export const meta = () => [{ title: "Hand over" }];

/** A new owner must already be a member, and not a guest. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRecentProof(args);
  return inAccount(args, "people.owners", async (ctx) => {
    const others = (await listPeople(ctx)).filter(
      ({ userId, role }) => userId !== ctx.user!.id && role !== "owner" && role !== "guest",
    );
    return {
      business: (await getBusiness(ctx)).name ?? "the business",
      people: others.map(({ userId, email, role }) => ({
        value: userId,
        label: `${email} (${ROLE_LABELS[role].name.toLowerCase()})`,
      })),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  await requireRecentProof(args);
  const { person = "", stays = "" } = await readForm(args.request);
  // Form submitted twice: the person who handed over is a manager by now and may not do it again.
  const isDone = await inAccount(args, "account.enter", async (ctx) => {
    if (ctx.member?.role !== "manager" || stays !== "manager") return false;
    return (await listPeople(ctx)).some(({ userId, role }) => userId === person && role === "owner");
  });
  if (isDone) return redirect("/account/settings/people", 303);
  return inAccount(args, "people.owners", async (ctx) => {
    try {
      const people = await listPeople(ctx);
      const taker = people.find(({ userId, role }) => userId === person && role !== "guest");
      if (!taker)
        throw new AppError("invalid", "Choose who it is.", { fields: { person: "Choose who it is." } });
      if (stays !== "owner" && stays !== "manager")
        throw new AppError("invalid", "Choose what you are from now on.", {
          fields: { stays: "Choose what you are from now on." },
        });
      // Submitted twice: that person is already an owner.
      if (taker.role !== "owner" || stays === "manager") await makeOwner(ctx, person, stays);
      return redirect("/account/settings/people?done=owner", 303);
    } catch (error) {
      return refuseForm(error, { person, stays });
    }
  });
}

export default function HandOver() {
  const { business, people } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const errors = refused?.errors ?? {};
  return (
    <Page narrow className="pb-12">
      <PageHeader title="Hand over">
        An owner decides everything in {business}: people, connections, and whether it stays open. We tell
        both of you by mail.
      </PageHeader>
      {people.length > 0 ? (
        <Form method="post" className="form">
          <ErrorSummary errors={errors} />
          <Select
            name="person"
            label="Who becomes an owner"
            required
            placeholder="Choose one"
            options={people}
            defaultValue={refused?.values.person}
            error={errors["person"]}
          />
          <RadioGroup
            name="stays"
            label="And you"
            required
            defaultValue={refused?.values.stays || "manager"}
            options={[
              {
                value: "manager",
                label: "I become a manager",
                hint: "The business is theirs. Only an owner can make you one again.",
              },
              {
                value: "owner",
                label: "I stay an owner too",
                hint: "You decide together. Either can remove the other.",
              },
            ]}
            error={errors["stays"]}
          />
          <SubmitButton busy="Handing over..." sending={sending}>
            Make them an owner
          </SubmitButton>
          <StatusLine kind="error">{refused?.message}</StatusLine>
        </Form>
      ) : (
        <EmptyState title="There is nobody to hand it to yet">
          Invite the person on the People page first. Once they have joined as a member or manager, you find
          them here.
        </EmptyState>
      )}
      <p className="mt-6">
        <a className="text-link inline-block py-2.5" href="/account/settings/people">
          Back to everybody
        </a>
      </p>
    </Page>
  );
}
