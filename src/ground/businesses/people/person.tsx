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
import { moment } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { RadioGroup } from "#ui/field.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { getBusiness } from "../queries.server.ts";
import { changeRole, getMember, removePerson } from "./people.server.ts";
import { inAccount } from "../public.server.ts";
import { actingRole, may, ROLE_LABELS, grantableRoles } from "../rules.ts";

export const meta = () => [{ title: "One person" }];

const ASSIGNABLE = ["manager", "member"] as const;

const idOf = ({ params }: LoaderFunctionArgs | ActionFunctionArgs) => params["userId"] ?? "";

/** Changing an owner requires a recent proof of identity. */
async function proveForOwners(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<void> {
  const role = await inAccount(args, "people.change", async (ctx) => (await getMember(ctx, idOf(args))).role);
  if (role === "owner") await requireRecentProof(args);
}

export async function loader(args: LoaderFunctionArgs) {
  await proveForOwners(args);
  return inAccount(args, "people.change", async (ctx) => {
    const member = await getMember(ctx, idOf(args));
    const { name, zone } = await getBusiness(ctx);
    const role = actingRole(ctx);
    const grantable = grantableRoles(role);
    const open = member.userId !== ctx.user!.id && grantable.includes(member.role);
    return {
      email: member.email,
      name: member.name,
      role: member.role,
      since: moment(member.since, zone ?? "UTC"),
      business: name ?? "the business",
      open,
      owns: may(role, "people.owners"),
      roles: ASSIGNABLE.filter((one) => grantable.includes(one)),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  await proveForOwners(args);
  return inAccount(args, "people.change", async (ctx) => {
    const { intent, role } = await readForm(args.request);
    try {
      if (intent === "remove") {
        await removePerson(ctx, idOf(args));
        return redirect("/account/settings/people?done=removed", 303);
      }
      const to = ASSIGNABLE.find((one) => one === role);
      if (!to) throw new AppError("invalid", "Choose a role.", { fields: { role: "Choose a role." } });
      await changeRole(ctx, idOf(args), to);
      return redirect("/account/settings/people?done=changed", 303);
    } catch (error) {
      return refuseForm(error, { role: role ?? "" });
    }
  });
}

export default function Person() {
  const { email, name, role, since, business, open, owns, roles } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page narrow>
      <PageHeader title="Person" />
      <DataList
        items={[
          ...(name ? [["Name", name] as const] : []),
          ["Email", email],
          ["Role", `${ROLE_LABELS[role].name}: ${ROLE_LABELS[role].words}`],
          ["Since", since.words],
        ]}
      />
      <StatusLine kind="error">{refused?.message}</StatusLine>
      {open ? (
        <>
          {roles.length > 1 || role === "guest" ? (
            <Section title="Role" id="role">
              <Form method="post" className="form">
                <input type="hidden" name="intent" value="role" />
                <RadioGroup
                  name="role"
                  label="New role"
                  required
                  defaultValue={role === "member" || role === "guest" ? "member" : "manager"}
                  options={roles.map((one) => ({
                    value: one,
                    label: ROLE_LABELS[one].name,
                    hint: ROLE_LABELS[one].words,
                  }))}
                  error={refused?.errors["role"]}
                />
                <SubmitButton busy="Saving..." sending={sending}>
                  Save role
                </SubmitButton>
              </Form>
              {owns && role !== "owner" ? (
                <p className="mt-4">
                  <a className="text-link inline-block py-2.5" href="/account/settings/people/owner">
                    Make someone an owner
                  </a>
                </p>
              ) : null}
            </Section>
          ) : null}
          <Section title={`Remove from ${business}`} id="remove">
            <p className="mb-6 max-w-measure">
              They’ll lose access to {business} right away. Their work stays. We’ll email them, and you can
              invite them again.
            </p>
            <Form method="post" className="form">
              <input type="hidden" name="intent" value="remove" />
              <SubmitButton kind="stop" busy="Removing..." sending={sending}>
                Remove this person
              </SubmitButton>
            </Form>
          </Section>
        </>
      ) : (
        <p className="mt-6 max-w-measure">
          {owns
            ? "This is you. To step down, transfer ownership on the People page."
            : "Only an owner can change this person’s role."}
        </p>
      )}
      <p className="pb-12">
        <a className="text-link inline-block py-2.5" href="/account/settings/people">
          Back to People
        </a>
      </p>
    </Page>
  );
}
