import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { outboxHint } from "#ground/identity/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { moment } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Badge, StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { getBusiness } from "../queries.server.ts";
import { InviteForm } from "./invite-form.tsx";
import { listInviteJobs } from "./invite-jobs.server.ts";
import { inviteSchema } from "./invite-schema.ts";
import { inviteToAccount, openInvites, resendInvite, revokeInvite } from "./invites.server.ts";
import { listPeople } from "./people.server.ts";
import { inAccount } from "../public.server.ts";
import { actingRole, may, type Role, ROLE_LABELS, grantableRoles, invitableRoles } from "../rules.ts";
import { RightsTable } from "./rights-table.tsx";

export const meta = () => [{ title: "People" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "people.read", async (ctx) => {
    const role = actingRole(ctx);
    const { name, zone } = await getBusiness(ctx);
    const grantable = grantableRoles(role);
    const invites = await openInvites(ctx);
    const jobs = await listInviteJobs(ctx);
    const jobName = (id: string | null) => jobs.find((job) => job.id === id)?.name ?? null;
    return {
      business: name,
      self: ctx.user!.id,
      account: ctx.account.id,
      verified: ctx.user!.emailVerified,
      owns: may(role, "people.owners"),
      people: (await listPeople(ctx)).map(({ userId, email, name: called, role: theirs, jobId, since }) => ({
        userId,
        email,
        name: called,
        role: theirs,
        job: jobName(jobId),
        since: moment(since, zone ?? "UTC"),
        open: userId !== ctx.user!.id && grantable.includes(theirs),
      })),
      invites: invites.map((invite) => ({
        id: invite.id,
        email: invite.email,
        role: invite.role,
        job: jobName(invite.jobId),
        sent: moment(invite.createdAt, zone ?? "UTC"),
        expired: Temporal.Instant.compare(invite.expiresAt, ctx.now) <= 0,
        open: grantable.includes(invite.role),
      })),
      roles: invitableRoles(role),
      jobs,
      outboxHint: outboxHint(),
      notice: NOTICES[new URL(args.request.url).searchParams.get("done") ?? ""] ?? null,
    };
  });
}

const NOTICES: Readonly<Record<string, string>> = {
  invited: "Invitation sent.",
  again: "Invitation sent again with a new link. The old link no longer works.",
  revoked: "Invitation canceled. Its link no longer works.",
  changed: "Role changed. It takes effect right away.",
  removed: "Removed from the business.",
  owner: "Ownership transferred. We emailed both of you.",
};

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "people.change", async (ctx) => {
    const form = await readForm(args.request);
    const { intent, id = "" } = form;
    const values = { email: form["email"] ?? "", role: form["role"] ?? "", jobId: form["jobId"] ?? "" };
    try {
      if (intent === "revoke") {
        await revokeInvite(ctx, id);
        return redirect("/account/settings/people?done=revoked", 303);
      }
      const outcome =
        intent === "resend"
          ? await resendInvite(ctx, id)
          : await inviteToAccount(ctx, form.check(inviteSchema));
      if (outcome.kind === "too-many")
        return refuseTooMany(
          outcome.verdict,
          values,
          "That’s a lot of invitations in a short time, so this one wasn’t sent.",
        );
      return redirect(`/account/settings/people?done=${outcome.again ? "again" : "invited"}`, 303);
    } catch (error) {
      return refuseForm(error, values);
    }
  });
}

export default function People() {
  const {
    business,
    self,
    account,
    verified,
    owns,
    people,
    invites,
    roles,
    jobs,
    outboxHint: place,
    notice,
  } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const mayInvite = roles.length > 0;
  return (
    <Page>
      <PageHeader title="People">
        Who works {business ? `at ${business}` : "here"}, and what each person can do.
      </PageHeader>
      <div className={notice && !refused ? "pb-4" : undefined}>
        <StatusLine kind="done">{refused ? null : notice}</StatusLine>
      </div>
      <Section title="Who works here" id="members">
        <Table
          caption="People in this business"
          rows={people}
          rowKey={(person) => person.userId}
          columns={[
            {
              label: "Who",
              cell: (person) => (
                <div>
                  {person.open ? (
                    <a className="text-link wrap-anywhere" href={`/account/settings/people/${person.userId}`}>
                      {person.name || person.email}
                    </a>
                  ) : (
                    <span className="wrap-anywhere">
                      {person.name || person.email}
                      {person.userId === self ? (
                        <span className="font-normal text-pencil"> (you)</span>
                      ) : null}
                    </span>
                  )}
                  {/* Anyone can type any name, so the address identifies the person. */}
                  {person.name ? (
                    <span className="block text-sm font-normal wrap-anywhere text-pencil">
                      {person.email}
                    </span>
                  ) : null}
                </div>
              ),
            },
            { label: "Role", cell: (person) => <RoleBadge {...person} /> },
            {
              label: "Since",
              cell: (person) => <time dateTime={person.since.iso}>{person.since.words}</time>,
            },
          ]}
        />
        <ul className="mt-4 flex flex-wrap gap-x-6">
          {owns && people.length > 1 ? (
            <li>
              <a className="text-link inline-block py-2.5" href="/account/settings/people/owner">
                Transfer ownership
              </a>
            </li>
          ) : null}
          <li>
            <a className="text-link inline-block py-2.5" href={`/account/businesses?leave=${account}`}>
              Leave this business
            </a>
          </li>
        </ul>
      </Section>
      {invites.length > 0 ? (
        <Section title="Invited" id="invited">
          {place && mayInvite ? <p className="mb-4 max-w-measure wrap-anywhere">{place}</p> : null}
          <Table
            caption="Pending invitations"
            rows={invites}
            rowKey={(invite) => invite.id}
            columns={[
              { label: "Email", cell: (invite) => <span className="wrap-anywhere">{invite.email}</span> },
              { label: "Role", cell: (invite) => <RoleBadge {...invite} /> },
              {
                label: "Sent",
                cell: (invite) =>
                  invite.expired ? (
                    <StateMark state="stopped">Link expired</StateMark>
                  ) : (
                    <time dateTime={invite.sent.iso}>{invite.sent.words}</time>
                  ),
              },
              ...(mayInvite
                ? [
                    {
                      label: "Change",
                      cell: (invite: (typeof invites)[number]) =>
                        invite.open ? (
                          <Form method="post" className="flex flex-wrap gap-2">
                            <input type="hidden" name="id" value={invite.id} />
                            <SubmitButton
                              kind="plain"
                              size="small"
                              name="intent"
                              value="resend"
                              aria-label={`Send again to ${invite.email}`}
                            >
                              Send again
                            </SubmitButton>
                            <SubmitButton
                              kind="stop"
                              size="small"
                              name="intent"
                              value="revoke"
                              aria-label={`Cancel the invitation to ${invite.email}`}
                            >
                              Cancel
                            </SubmitButton>
                          </Form>
                        ) : (
                          "By an owner"
                        ),
                    },
                  ]
                : []),
            ]}
          />
        </Section>
      ) : null}
      {mayInvite ? (
        <Section title="Invite someone" id="invite">
          <InviteForm
            // A sent invitation empties the form; a refused one stays in it.
            key={invites[0] ? `${invites[0].id} ${invites[0].sent.iso}` : "none"}
            refused={refused}
            sending={sending}
            roles={roles}
            jobs={jobs}
            ready={business ? (verified ? "ready" : "unverified") : "unnamed"}
          />
        </Section>
      ) : null}
      <Section title="What each role can do" id="rights">
        <RightsTable />
      </Section>
    </Page>
  );
}

/** A role, and a guest's job. In a list on a phone it stays as wide as its text. */
function RoleBadge({ role, job }: { role: Role; job: string | null }) {
  return (
    <span>
      <Badge>{ROLE_LABELS[role].name}</Badge>
      {job ? <span className="block text-sm wrap-anywhere text-pencil">{job}</span> : null}
    </span>
  );
}
