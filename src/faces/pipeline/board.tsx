import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
  useSubmit,
} from "react-router";
import {
  getBusiness,
  inAccount,
  hasWeeklyMail,
  setWeeklyMail,
  toolsOf,
} from "#ground/businesses/public.server.ts";
import {
  getHistoryEntry,
  getLead,
  isStage,
  leadsByStage,
  formatMoney,
  moveLead,
  stageOf,
  undoHistoryEntry,
} from "#trade/leads/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayOf } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { ExampleBoard } from "./example-board.tsx";
import { moveByKeys } from "./move-by-keys.ts";
import { StageColumn } from "./stage-column.tsx";
import { STAGE_LABELS, TAB_LABELS } from "./stage-labels.ts";

export const meta = () => [{ title: "Pipeline" }];

/** People shown per stage; the list has all of them. */
const SHOWN = 20;

/** Every stage: its count, value and most recent people. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const [stages, { zone, currency }] = [await leadsByStage(ctx, SHOWN), await getBusiness(ctx)];
    const money = (cents: number) => formatMoney(cents, currency);
    const open = stages.filter(({ stage }) => stage !== "won" && stage !== "lost");
    return {
      // Only an owner gets it.
      weekly: ctx.user ? ((await hasWeeklyMail(ctx, ctx.user.id)) ?? null) : null,
      begins: (await toolsOf(ctx)).flatMap(({ forLead }) => forLead ?? []),
      chosen: stageIn(query) ?? stages.find(({ people }) => people > 0)?.stage ?? "new",
      moved: await movedOf(ctx, query.get("moved"), query.get("said")),
      people: stages.reduce((sum, { people }) => sum + people, 0),
      open: { people: sum(open, "people"), worth: sum(open, "cents") ? money(sum(open, "cents")) : null },
      stages: stages.map(({ stage, people, cents, valued, first }) => ({
        stage,
        people,
        worth: valued ? money(cents) : null,
        valued,
        first: first.map(({ id, name, since, value, source }) => ({
          id,
          name,
          source,
          since: { ...dayOf(since, zone ?? "UTC"), age: ageOf(since, ctx.now, zone ?? "UTC") },
          worth: value === null ? null : money(value),
        })),
      })),
    };
  });
}

/** The stage that a phone shows; a desk shows all of them. */
const stageIn = (query: URLSearchParams) => {
  const asked = query.get("stage") ?? "";
  return isStage(asked) ? asked : undefined;
};

function ageOf(since: Temporal.Instant, now: Temporal.Instant, zone: string): string {
  const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(zone).toPlainDate();
  const { days } = dateOf(since).until(dateOf(now), { largestUnit: "days" });
  return days < 1 ? "Today" : days === 1 ? "1 day" : `${formatNumber(days)} days`;
}

const sum = (
  stages: readonly { readonly people: number; readonly cents: number }[],
  what: "people" | "cents",
) => stages.reduce((all, stage) => all + stage[what], 0);

/** The person just moved, and how to undo it; null when the address names no one. */
async function movedOf(ctx: Parameters<typeof getLead>[0], leadId: string | null, said: string | null) {
  if (!leadId || !isId(leadId)) return null;
  const lead = await getLead(ctx, leadId).catch(() => null);
  if (!lead) return null;
  const happening = said && isId(said) ? await getHistoryEntry(ctx, leadId, said).catch(() => null) : null;
  return {
    id: leadId,
    name: lead.name,
    stage: stageOf(lead),
    said: happening && !happening.undoneAt ? happening.id : null,
  };
}

/**
 * `move` is `{lead}:{stage}`; `undo` undoes what `said` names for `lead`; `weekly` turns the weekly email
 * on or off.
 */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { move = "", lead = "", said = "", weekly } = await readForm(args.request);
    const stage = stageIn(new URL(args.request.url).searchParams);
    if (weekly) {
      if (ctx.user && (await hasWeeklyMail(ctx, ctx.user.id)) !== undefined)
        await setWeeklyMail(ctx, ctx.user.id, weekly === "on");
      return redirect("/account/pipeline#weekly", 303);
    }
    if (!move) {
      await undoHistoryEntry(ctx, lead, said);
      return redirect(boardAddress({ moved: lead, stage }), 303);
    }
    const [leadId = "", to] = move.split(":");
    if (!isStage(to)) throw new AppError("invalid", "That stage doesn’t exist.");
    const happening = await moveLead(ctx, leadId, to);
    return redirect(boardAddress({ moved: leadId, said: happening ?? undefined, stage }), 303);
  });
}

function boardAddress(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/account/pipeline?${new URLSearchParams(given)}`;
}

export default function Pipeline() {
  const { stages, people, open, chosen, moved, weekly, begins } = useLoaderData<typeof loader>();
  const sending = useNavigation().state === "submitting";
  const submit = useSubmit();
  return (
    <Page className="pb-16">
      <PageHeader
        title="Pipeline"
        action={
          <LinkButton kind="plain" href="/account/pipeline/brought">
            Where leads come from
          </LinkButton>
        }
      >
        {people
          ? `${formatNumber(open.people)} open ${open.people === 1 ? "lead" : "leads"}${open.worth ? `, worth ${open.worth} so far` : ""}.`
          : "Every lead, from first contact to the job."}
      </PageHeader>
      <div role="status" className="mb-4">
        {moved ? (
          <Form
            method="post"
            preventScrollReset
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule py-2"
          >
            <p>
              {moved.stage
                ? `${moved.name} is in “${STAGE_LABELS[moved.stage]}”.`
                : `${moved.name} isn’t in a stage because they unsubscribed.`}
            </p>
            {moved.said ? (
              <>
                <input type="hidden" name="lead" value={moved.id} />
                <input type="hidden" name="said" value={moved.said} />
                <SubmitButton
                  kind="quiet"
                  size="small"
                  name="do"
                  value="undo"
                  busy="One moment..."
                  sending={sending}
                >
                  Undo
                </SubmitButton>
              </>
            ) : null}
          </Form>
        ) : null}
      </div>
      {people ? (
        <>
          <p className="mb-6 hidden text-sm text-pencil lg:block">
            Keyboard: arrows move between names, 1 to 5 move the selected one, Enter opens it.
          </p>
          <nav className="stage-tabs" aria-label="Stage">
            {stages.map(({ stage, people: many }) => (
              <Link
                key={stage}
                className="bar-link"
                to={`?stage=${stage}`}
                replace
                preventScrollReset
                aria-current={stage === chosen ? "true" : undefined}
              >
                {TAB_LABELS[stage]} <span data-figures="">{formatNumber(many)}</span>
              </Link>
            ))}
          </nav>
          <Form
            method="post"
            preventScrollReset
            className="grid gap-8 lg:grid-cols-5 lg:gap-5"
            onKeyDown={(event) => {
              const move = moveByKeys(event.nativeEvent, event.currentTarget);
              if (move) void submit({ move }, { method: "post", preventScrollReset: true });
            }}
          >
            {stages.map((stage) => (
              <StageColumn
                key={stage.stage}
                column={stage}
                shown={SHOWN}
                sending={sending}
                isChosen={stage.stage === chosen}
                begins={begins}
              />
            ))}
          </Form>
        </>
      ) : (
        <EmptyState
          title="No one here yet"
          action={<LinkButton href="/account/dashboard#magnets">Get your personal link</LinkButton>}
          example={<ExampleBoard />}
        >
          Anyone who leaves their name on your page starts under “New”. They move automatically when they
          reply. You move them when you send a quote or win the job.
        </EmptyState>
      )}
      {weekly === null ? null : (
        <Section title="Weekly email" id="weekly">
          <p className="mt-3 max-w-measure">
            {weekly
              ? "Mondays at 7 a.m. you get a short email: new leads, replies, and wins, and who to call first. No email after a week when nothing happened."
              : "Off. Turn it on for a short email Mondays at 7 a.m.: new leads, replies, and wins, and who to call first."}
          </p>
          <Form method="post" preventScrollReset className="mt-3">
            <SubmitButton
              kind="plain"
              size="small"
              name="weekly"
              value={weekly ? "off" : "on"}
              busy="One moment..."
              sending={sending}
            >
              {weekly ? "Turn it off" : "Turn it on"}
            </SubmitButton>
          </Form>
        </Section>
      )}
    </Page>
  );
}
