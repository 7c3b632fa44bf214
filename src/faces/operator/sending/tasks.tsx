import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { isId } from "#platform/db/scope.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import {
  countDeadTasks,
  listDeadTasks,
  removeDeadTask,
  retryDeadTasks,
} from "#platform/queue/dead-letters.server.ts";
import { moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { inOperator, notHere, type OperatorContext, recordAction } from "../in-operator.server.ts";
import { Pager } from "../pager.tsx";
import { pageOf } from "../rules.ts";

export const meta = () => [{ title: "Operator: failed tasks" }, { name: "robots", content: "noindex" }];

const SIZE = 50;

/** Background tasks that failed for good. Their data stays in the database. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const { page, limit, offset } = pageOf(searchParams.get("page"), SIZE);
    const found = await listDeadTasks(ctx.db, { limit: limit + 1, offset });
    return {
      page,
      more: found.length > limit,
      did: searchParams.get("did"),
      kinds: await countDeadTasks(ctx.db),
      tasks: found.slice(0, limit).map(({ failedAt, askedAt, ...task }) => ({
        ...task,
        failedAt: moment(failedAt, "UTC"),
        askedAt: askedAt && moment(askedAt, "UTC"),
      })),
    };
  });
}

/** Reruns a task, reruns all of a kind, or removes one. A second click finds nothing left to do. */
export function action(args: ActionFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const { intent, id = "", task = "" } = await readForm(args.request);
    if (intent === "retry-kind" && task) return retried(ctx, { task });
    if (!isId(id)) throw notHere();
    if (intent === "retry") return retried(ctx, { id });
    if (intent !== "remove") throw notHere();
    const removed = await removeDeadTask(ctx.db, id);
    if (removed) await recordAction(ctx, ctx.operator, "task.removed", { task: removed });
    return redirect(`/operator/tasks?did=removed+${removed ? 1 : 0}`, 303);
  });
}

async function retried(ctx: OperatorContext, which: { readonly id: string } | { readonly task: string }) {
  const many = await retryDeadTasks(ctx.db, which);
  if (many) await recordAction(ctx, ctx.operator, "task.retried", { ...which, tasks: String(many) });
  return redirect(`/operator/tasks?did=retried+${many}`, 303);
}

function didWords(did: string | null): string | null {
  const [what, number] = (did ?? "").split(" ");
  const many = Number(number);
  if (what === "retried")
    return many > 0 ? `Running again: ${formatNumber(many)}.` : "Nothing left to rerun.";
  return what === "removed" ? (many > 0 ? "Removed." : "It was already removed.") : null;
}

export default function OperatorTasks() {
  const { page, more, did, kinds, tasks } = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page className="pb-16">
      <PageHeader title="Failed tasks">
        Background work that failed too many times to retry. Fix the cause, then run it again. Saved for 90
        days.
      </PageHeader>
      <StatusLine kind="done">{didWords(did)}</StatusLine>
      {tasks.length === 0 && page === 1 ? (
        <EmptyState title="No failed tasks">
          Failed work is retried for hours. Only what keeps failing ends up here.
        </EmptyState>
      ) : (
        <>
          <Section title="By kind" id="kinds">
            <Table
              keep
              caption="Failed tasks by kind"
              rows={kinds}
              rowKey={(kind) => kind.task}
              columns={[
                { label: "Task", cell: (kind) => <span className="wrap-anywhere">{kind.task}</span> },
                { label: "Failed", figures: true, cell: (kind) => formatNumber(kind.count) },
                {
                  label: "Actions",
                  figures: true,
                  cell: (kind) => (
                    <Form method="post" className="pl-4">
                      <input type="hidden" name="task" value={kind.task} />
                      <SubmitButton
                        kind="plain"
                        size="small"
                        name="intent"
                        value="retry-kind"
                        sending={sending}
                        aria-label={`Run all again: ${kind.task}`}
                      >
                        Run all again
                      </SubmitButton>
                    </Form>
                  ),
                },
              ]}
            />
          </Section>
          <Section title="One by one" id="tasks">
            <Table
              caption="Failed tasks, newest first"
              rows={tasks}
              rowKey={(task) => task.id}
              columns={[
                { label: "Task", cell: (task) => <span className="wrap-anywhere">{task.task}</span> },
                {
                  label: "Failed",
                  cell: (task) => <time dateTime={task.failedAt.iso}>{task.failedAt.words}</time>,
                },
                {
                  label: "Requested",
                  cell: (task) =>
                    task.askedAt ? (
                      <time dateTime={task.askedAt.iso}>{task.askedAt.words}</time>
                    ) : (
                      "Not saved"
                    ),
                },
                { label: "Tries", cell: (task) => formatNumber(task.tries) },
                {
                  label: "Last error",
                  cell: (task) => <span className="wrap-anywhere">{task.failure ?? "Not saved"}</span>,
                },
                {
                  label: "Actions",
                  cell: (task) => (
                    <Form method="post" className="flex flex-wrap gap-2 lg:flex-nowrap">
                      <input type="hidden" name="id" value={task.id} />
                      <SubmitButton
                        kind="plain"
                        size="small"
                        name="intent"
                        value="retry"
                        sending={sending}
                        aria-label={`Run again: ${task.task}`}
                      >
                        Run again
                      </SubmitButton>
                      <Confirm
                        label={
                          <>
                            Remove<span className="sr-only">: {task.task}</span>
                          </>
                        }
                        size="small"
                        question="It will never run again. This can’t be undone."
                      >
                        <SubmitButton kind="stop" size="small" name="intent" value="remove" sending={sending}>
                          Remove for good
                        </SubmitButton>
                      </Confirm>
                    </Form>
                  ),
                },
              ]}
            />
            <Pager page={page} more={more} label="Pages of failed tasks" />
          </Section>
        </>
      )}
    </Page>
  );
}
