import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { FIELD_TOOLS, openTools } from "#ground/businesses/public.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { checkFields, readForm } from "#platform/http/request/form.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import {
  accountNumbers,
  accountStorage,
  grantToolTo,
  restore,
  suspend,
  toolsOfAccount,
} from "./accounts.server.ts";
import { toolOfWord } from "../waitlist/invitations.server.ts";
import { inOperator, notHere } from "../in-operator.server.ts";
import { suspensionSchema } from "./schema.ts";

export const meta = () => [{ title: "Operator: account" }, { name: "robots", content: "noindex" }];

/** One account in numbers. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const account = await accountNumbers(ctx, args.params["accountId"] ?? "");
    if (!account) throw notHere();
    const has = await toolsOfAccount(account.id);
    const open = await openTools(ctx);
    const storage = await accountStorage(ctx, account.id);
    return {
      ...account,
      createdAt: moment(account.createdAt, "UTC"),
      suspendedAt: account.suspendedAt && moment(account.suspendedAt, "UTC"),
      lastActivity: account.lastActivity && moment(account.lastActivity, "UTC"),
      storage: storage
        ? `${formatNumber(storage.photos)}, ${formatBytes(storage.used)} of ${formatBytes(storage.most)} (${Math.round((storage.used / storage.most) * 100)}%)`
        : "None",
      did: new URL(args.request.url).searchParams.get("did"),
      tools: FIELD_TOOLS.map(({ word, name, built }) => ({
        word,
        name,
        built,
        has: has.includes(word),
        isOpen: open.includes(word),
      })),
    };
  });
}

/** Grants a tool, suspends or restores. Repeating it changes nothing. */
export function action(args: ActionFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const account = await accountNumbers(ctx, args.params["accountId"] ?? "");
    if (!account) throw notHere();
    const form = await readForm(args.request);
    const here = `/operator/accounts/${account.id}`;
    if (form["intent"] === "suspend") {
      try {
        await suspend(ctx.operator, account.id, checkFields(suspensionSchema, form).reason);
      } catch (error) {
        return refuseForm(error, { reason: form["reason"] ?? "" });
      }
      return redirect(`${here}?did=suspended`, 303);
    }
    if (form["intent"] === "restore") {
      await restore(ctx.operator, account.id);
      return redirect(`${here}?did=restored`, 303);
    }
    const tool = toolOfWord(form["tool"] ?? "");
    if (form["intent"] !== "give" || !tool) throw notHere();
    await grantToolTo(ctx.operator, account.id, tool.word);
    return redirect(`${here}?did=given`, 303);
  });
}

const DONE: Readonly<Record<string, string>> = {
  suspended: "Suspended. We emailed its owners.",
  restored: "Restored. We emailed its owners.",
  given: "Done.",
};

export default function OperatorAccount() {
  const { name, owners, createdAt, lastActivity, suspendedAt, people, leads, sent, storage, tools, did } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const errors = refused?.errors ?? {};
  return (
    <Page narrow className="pb-16">
      <PageHeader title={<span className="wrap-anywhere">{name ?? "No name yet"}</span>}>
        {suspendedAt ? (
          <StateMark state="stopped">Suspended since {suspendedAt.words}</StateMark>
        ) : (
          <StateMark state="done">Active</StateMark>
        )}
      </PageHeader>
      <StatusLine kind="done">{refused || !did ? null : DONE[did]}</StatusLine>
      <Section title="Numbers" id="numbers">
        <DataList
          items={[
            [owners.length === 1 ? "Owner" : "Owners", owners.join(", ")],
            ["Created", createdAt.words],
            ["Last active", lastActivity?.words ?? "Not yet"],
            ["People", formatNumber(people)],
            ["Leads", formatNumber(leads)],
            ["Sent in 30 days", formatNumber(sent)],
            ["Photos and videos", storage],
          ]}
        />
      </Section>
      <Section title="Tools" id="tools">
        <Table
          keep
          caption="Field tools of this account"
          rows={tools}
          rowKey={(tool) => tool.word}
          columns={[
            {
              label: "Tool",
              cell: (tool) => (
                <div>
                  {tool.name}
                  {tool.built ? null : (
                    <span className="block text-sm font-normal text-pencil">Not in this version yet</span>
                  )}
                </div>
              ),
            },
            {
              label: "Access",
              cell: (tool) =>
                tool.has ? (
                  <StateMark state="done">{tool.isOpen ? "Open to everyone" : "Yes"}</StateMark>
                ) : (
                  <Form method="post">
                    <input type="hidden" name="tool" value={tool.word} />
                    <SubmitButton
                      kind="plain"
                      size="small"
                      name="intent"
                      value="give"
                      sending={sending}
                      aria-label={`Give access to ${tool.name}`}
                    >
                      Give access
                    </SubmitButton>
                  </Form>
                ),
            },
          ]}
        />
      </Section>
      {suspendedAt ? (
        <Section title="Restore" id="restore">
          <Form method="post" className="form">
            <p>
              Its people can log in and work again, and its personal pages reopen. Follow-up resumes with the
              same spacing. We’ll email the owners.
            </p>
            <SubmitButton name="intent" value="restore" busy="Restoring..." sending={sending}>
              Restore account
            </SubmitButton>
          </Form>
        </Section>
      ) : (
        <Section title="Suspend" id="suspend">
          <Form method="post" className="form">
            <ErrorSummary errors={errors} />
            <p>
              No one can work in it, effective right away. Its personal pages close and no follow-up goes out.
              Nothing is deleted, and you can restore it.
            </p>
            <TextArea
              name="reason"
              label="Reason"
              rows={5}
              required
              maxLength={500}
              hint="Its owners see this in an email and in the account’s history."
              defaultValue={refused?.values.reason}
              error={errors["reason"]}
            />
            <SubmitButton kind="stop" name="intent" value="suspend" busy="Suspending..." sending={sending}>
              Suspend account
            </SubmitButton>
            <StatusLine kind="error">{refused?.message}</StatusLine>
          </Form>
        </Section>
      )}
    </Page>
  );
}
