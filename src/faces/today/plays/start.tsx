import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { getBusiness, inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { findLeadChoices, getLead } from "#trade/leads/public.server.ts";
import { voiceOf } from "#trade/magnets/public.server.ts";
import {
  getSequence,
  listSequences,
  playsOf,
  sequencesOfPlays,
  startSequence,
  type Step,
  stepsOfPlay,
  undoStart,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { PeopleSearch } from "../people-search.tsx";
import { gapsOf, previewSteps } from "./preview.server.ts";
import { StepsPreview } from "./steps-preview.tsx";
import { ensurePlaySequence } from "./play-sequence.server.ts";
import { playOf } from "./voice.server.ts";

export const meta = () => [{ title: "Start a follow-up" }];

const PAGE = "/account/sequences/start";

/** The follow-up to start: a play, or the business's own sequence that is started by hand. */
interface Chosen {
  readonly name: string;
  readonly query: string;
  readonly steps: readonly Step[];
}

async function chosenOf(ctx: AccountContext, query: URLSearchParams): Promise<Chosen | null> {
  const [sequenceId, playId] = [query.get("sequence"), query.get("play")];
  if (sequenceId) {
    const { id, name, steps } = await getSequence(ctx, sequenceId);
    return { name, query: `sequence=${id}`, steps };
  }
  if (!playId) return null;
  const play = playOf(playId);
  const used = (await sequencesOfPlays(ctx)).get(play.id);
  // Once a play is in use, the business's own version is what gets sent.
  const steps = used ? (await getSequence(ctx, used.id)).steps : stepsOfPlay(play, await voiceOf(ctx));
  return { name: used?.name ?? play.name, query: `play=${play.id}`, steps };
}

/**
 * Asks for the lead and the follow-up if the address doesn't name them, then previews what will be sent
 * and when.
 */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const [chosen, leadId, search] = [
      await chosenOf(ctx, query),
      query.get("lead"),
      (query.get("search") ?? "").trim().slice(0, 200),
    ];
    const lead = leadId ? await getLead(ctx, leadId) : null;
    const [business, zone] = await Promise.all([getBusiness(ctx), zoneOf(ctx)]);
    return {
      lead: lead ? { id: lead.id, name: lead.name } : null,
      chosen: chosen ? { name: chosen.name, query: chosen.query } : null,
      steps: lead && chosen ? await previewSteps(ctx, chosen.steps, { business, zone, lead }) : [],
      search,
      people: lead
        ? []
        : (await findLeadChoices(ctx, search)).map(({ id, name, email }) => ({ id, name, email })),
      choices: chosen
        ? []
        : [
            ...(await playsOf(ctx)).flatMap(({ id, name, does, starts }) =>
              starts ? [] : [{ query: `play=${id}`, name, does }],
            ),
            ...(await listSequences(ctx))
              .filter(
                ({ trigger, retiredAt, play }) =>
                  trigger.kind === "manual" && retiredAt === null && play === null,
              )
              .map(({ id, name }) => ({ query: `sequence=${id}`, name, does: "Made by you." })),
          ],
      gaps: lead && chosen ? await gapsOf(ctx, lead, chosen.steps) : [],
      started: query.get("started"),
      undone: query.has("undone"),
    };
  });
}

/** Starts it, or undoes that. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const form = await readForm(args.request);
    const { id: leadId, name } = await getLead(ctx, form["lead"] ?? "");
    try {
      const sequenceId = await sequenceToStart(ctx, query);
      if (form["do"] === "undo") {
        await undoStart(ctx, sequenceId, leadId);
        return redirect(`${PAGE}?${without(query, "started")}&lead=${leadId}&undone`, 303);
      }
      const { started, suppressed, unconfirmed, isPrivate } = await startSequence(ctx, sequenceId, [leadId]);
      if (suppressed.length)
        throw new AppError(
          "conflict",
          `${name} opted out of email, or their address doesn’t work. Nothing was started.`,
        );
      if (isPrivate.length)
        throw new AppError(
          "conflict",
          `You said that ${name} gets no automatic messages. Nothing was started.`,
        );
      if (unconfirmed.length)
        throw new AppError("conflict", `${name} hasn’t confirmed their address yet. Nothing was started.`);
      return redirect(
        `${PAGE}?sequence=${sequenceId}&lead=${leadId}&started=${started.length ? "now" : "before"}`,
        303,
      );
    } catch (error) {
      return refuseForm(error, {});
    }
  });
}

async function sequenceToStart(ctx: AccountContext, query: URLSearchParams): Promise<string> {
  const [sequenceId, playId] = [query.get("sequence"), query.get("play")];
  if (sequenceId) return (await getSequence(ctx, sequenceId)).id;
  return ensurePlaySequence(ctx, playId ?? "");
}

const without = (query: URLSearchParams, ...names: string[]): string => {
  const rest = new URLSearchParams(query);
  for (const name of [...names, "lead", "undone"]) rest.delete(name);
  return rest.toString();
};

export default function StartSequence() {
  const { lead, chosen, steps, gaps, search, people, choices, started, undone } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  if (lead && chosen)
    return (
      <Page className="pb-12">
        <PageHeader
          title={started ? `${chosen.name}: ${lead.name}` : `Start “${chosen.name}” for ${lead.name}?`}
        >
          A reply, an appointment, or an unsubscribe stops it right away.
        </PageHeader>
        <StatusLine kind={refused ? "error" : "done"} takesFocus={started !== null || undone}>
          {refused
            ? refused.message
            : started === "now"
              ? "Started. Here’s what goes out and when."
              : started === "before"
                ? `${lead.name} is already in it, so we didn’t start it again.`
                : undone
                  ? "Undone. Nothing goes out."
                  : null}
        </StatusLine>
        <Form
          method="post"
          action={`${PAGE}?${chosen.query}&lead=${lead.id}`}
          className="mb-8 flex flex-wrap items-center gap-3"
        >
          <input type="hidden" name="lead" value={lead.id} />
          {started ? (
            <>
              <LinkButton href={`/account/leads/${lead.id}`} size="small">
                Go to {lead.name}
              </LinkButton>
              {started === "now" ? (
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
              ) : null}
            </>
          ) : (
            <>
              <SubmitButton
                kind="signal"
                size="large"
                name="do"
                value="start"
                busy="Starting..."
                sending={sending}
              >
                Start it
              </SubmitButton>
              <LinkButton href={`/account/leads/${lead.id}`} kind="quiet">
                Cancel
              </LinkButton>
            </>
          )}
        </Form>
        {gaps.map((gap) => (
          <p key={gap} className="mb-4 max-w-measure">
            {gap}
          </p>
        ))}
        <StepsPreview label="What goes out, and when" steps={steps} />
      </Page>
    );
  if (lead)
    return (
      <Page narrow className="pb-12">
        <PageHeader title={`Which follow-up should ${lead.name} get?`} />
        <ul className="border-t border-rule">
          {choices.map(({ query, name, does }) => (
            <li key={query} className="border-b border-rule">
              <a className="block py-4" href={`${PAGE}?${query}&lead=${lead.id}`}>
                <span className="text-link text-lg font-bold">{name}</span>
                <span className="mt-1 block text-pencil">{does}</span>
              </a>
            </li>
          ))}
        </ul>
      </Page>
    );
  return (
    <Page narrow className="pb-12">
      <PageHeader title={chosen ? `“${chosen.name}”: who is it for?` : "Who is it for?"} />
      <PeopleSearch
        search={search}
        people={people.map(({ id, name, email }) => ({
          ...{ id, name, contact: email },
          href: `${PAGE}?${chosen ? `${chosen.query}&` : ""}lead=${id}`,
        }))}
        label="Newest first"
        sending={sending}
        empty={
          <EmptyState
            title={search ? `No one matches “${search}”` : "No one here yet"}
            action={<LinkButton href="/account/leads/import">Add people</LinkButton>}
          >
            {search
              ? "Try part of the name, the address, or the number."
              : "Anyone who asks on your page shows up here. You can also import a list."}
          </EmptyState>
        }
      >
        {chosen ? (
          <input type="hidden" name={chosen.query.split("=")[0]} value={chosen.query.split("=")[1]} />
        ) : null}
      </PeopleSearch>
    </Page>
  );
}
