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

export const meta = () => [{ title: "Transfer ownership" }];

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
        throw new AppError("invalid", "Choose a person.", { fields: { person: "Choose a person." } });
      if (stays !== "owner" && stays !== "manager")
        throw new AppError("invalid", "Choose your new role.", {
          fields: { stays: "Choose your new role." },
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
      <PageHeader title="Transfer ownership">
        Owners control everything in {business}: people, connections, and whether it stays open. We’ll email
        both of you.
      </PageHeader>
      {people.length > 0 ? (
        <Form method="post" className="form">
          <ErrorSummary errors={errors} />
          <Select
            name="person"
            label="New owner"
            required
            placeholder="Choose one"
            options={people}
            defaultValue={refused?.values.person}
            error={errors["person"]}
          />
          <RadioGroup
            name="stays"
            label="Your role"
            required
            defaultValue={refused?.values.stays || "manager"}
            options={[
              {
                value: "manager",
                label: "I become a manager",
                hint: "The business is theirs. Only an owner can make you an owner again.",
              },
              {
                value: "owner",
                label: "I stay an owner too",
                hint: "You share control. Either of you can remove the other.",
              },
            ]}
            error={errors["stays"]}
          />
          <SubmitButton busy="Transferring..." sending={sending}>
            Make them an owner
          </SubmitButton>
          <StatusLine kind="error">{refused?.message}</StatusLine>
        </Form>
      ) : (
        <EmptyState title="No one to transfer it to yet">
          Invite the person on the People page first. Once they join as a member or manager, they’ll show up
          here.
        </EmptyState>
      )}
      <p className="mt-6">
        <a className="text-link inline-block py-2.5" href="/account/settings/people">
          Back to People
        </a>
      </p>
    </Page>
  );
}
