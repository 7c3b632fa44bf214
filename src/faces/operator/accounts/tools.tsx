import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { FIELD_TOOLS, openToAll, openTools } from "#ground/businesses/public.server.ts";
import { countWaitlist } from "#faces/site/public.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { accountsByTool } from "./accounts.server.ts";
import { invitationCounts, toolOfWord } from "../waitlist/invitations.server.ts";
import { inOperator, notHere, recordAction } from "../in-operator.server.ts";

export const meta = () => [{ title: "Operator: tools" }, { name: "robots", content: "noindex" }];

/** The field tools and who has them. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const open = await openTools(ctx);
    const accounts = await accountsByTool(ctx);
    const invitations = await invitationCounts(ctx);
    const lists = await countWaitlist(ctx, ctx.now);
    const [did = "", word = ""] = (new URL(args.request.url).searchParams.get("did") ?? "").split(" ");
    const changed = toolOfWord(word);
    return {
      done:
        changed &&
        (did === "opened"
          ? `${changed.name} is open to everyone.`
          : did === "closed"
            ? `${changed.name} is open only to accounts that have it.`
            : null),
      tools: FIELD_TOOLS.map((tool) => {
        const list = lists.find((one) => one.source === tool.source);
        return {
          word: tool.word,
          name: tool.name,
          page: tool.page,
          built: tool.built,
          isOpen: open.includes(tool.word),
          accounts: accounts.get(tool.word) ?? 0,
          invited: invitations.get(tool.word)?.invited ?? 0,
          joined: invitations.get(tool.word)?.joined ?? 0,
          listed: (list?.count ?? 0) - (list?.held ?? 0),
        };
      }),
    };
  });
}

/** Opens a tool to everyone, or restricts it to the accounts it was granted to. */
export function action(args: ActionFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const { intent, tool: word } = await readForm(args.request);
    const tool = toolOfWord(word ?? "");
    if (!tool || (intent !== "open" && intent !== "close")) throw notHere();
    const wasOpen = (await openTools(ctx)).includes(tool.word);
    await openToAll(ctx, tool.word, intent === "open");
    if (wasOpen !== (intent === "open"))
      await recordAction(ctx, ctx.operator, intent === "open" ? "tool.opened" : "tool.closed", {
        tool: tool.name,
      });
    return redirect(`/operator/tools?did=${intent === "open" ? "opened" : "closed"}+${tool.word}`, 303);
  });
}

const NOT_BUILT = "Not in this version yet";

export default function OperatorTools() {
  const { tools, done } = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page className="pb-16">
      <PageHeader title="Tools">Closing a tool doesn’t take it away from accounts that have it.</PageHeader>
      <StatusLine kind="done">{done}</StatusLine>
      <Section>
        {tools.every((tool) => tool.built) ? null : (
          <p className="mb-6 max-w-measure">
            If you invite people to a tool that isn’t in this version yet, they only get a jobs list. Wait for
            the upgrade that adds it.
          </p>
        )}
        <Table
          caption="Field tools"
          rows={tools}
          rowKey={(tool) => tool.word}
          columns={[
            {
              label: "Tool",
              cell: (tool) => (
                <div>
                  <a className="text-link inline-block py-1" href={tool.page}>
                    {tool.name}
                  </a>
                  {tool.built ? null : (
                    <span className="block text-sm font-normal text-pencil">{NOT_BUILT}</span>
                  )}
                </div>
              ),
            },
            {
              label: "Open to",
              cell: (tool) =>
                tool.isOpen ? (
                  <StateMark state="done">Everyone</StateMark>
                ) : (
                  <StateMark state="waiting">Invited accounts</StateMark>
                ),
            },
            { label: "Accounts", figures: true, cell: (tool) => formatNumber(tool.accounts) },
            { label: "On waitlist", figures: true, cell: (tool) => formatNumber(tool.listed) },
            { label: "Invited", figures: true, cell: (tool) => formatNumber(tool.invited) },
            { label: "Joined", figures: true, cell: (tool) => formatNumber(tool.joined) },
            {
              label: "Change",
              cell: (tool) => (
                <Form method="post" className="lg:pl-4">
                  <input type="hidden" name="tool" value={tool.word} />
                  <SubmitButton
                    kind="plain"
                    size="small"
                    name="intent"
                    value={tool.isOpen ? "close" : "open"}
                    sending={sending}
                    aria-label={`${tool.isOpen ? "Close" : "Open to everyone"}: ${tool.name}`}
                  >
                    {tool.isOpen ? "Close" : "Open to everyone"}
                  </SubmitButton>
                </Form>
              ),
            },
          ]}
        />
      </Section>
    </Page>
  );
}
