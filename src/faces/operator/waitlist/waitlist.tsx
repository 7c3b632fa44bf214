import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { FIELD_TOOLS, type ToolWord } from "#ground/businesses/public.server.ts";
import { countWaitlist, isWaitlistSource, listWaitlist, waitlistByDay } from "#faces/site/public.server.ts";
import { moment } from "#platform/time/format.ts";
import { Bars, Columns, formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { inOperator, notHere, recordAction, type OperatorContext } from "../in-operator.server.ts";
import { inviteAgain, toolOfWord } from "./invitations.server.ts";
import { Pager } from "../pager.tsx";
import { backTo, dayStart, everyDay, inWords, pageOf, searchOf } from "../rules.ts";
import {
  inviteChosen,
  inviteNext,
  type Invited,
  listName,
  LISTS,
  MOST_AT_ONCE,
  placesOf,
  statusesOf,
} from "./waitlist.server.ts";
import { WaitlistTable } from "./table.tsx";

export const meta = () => [{ title: "Operator: waitlist" }, { name: "robots", content: "noindex" }];

const SIZE = 25;
const DAYS = 30;

/** The lists in numbers, and the people on them. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const asked = searchParams.get("source") ?? "";
    const source = isWaitlistSource(asked) ? asked : undefined;
    const search = searchOf(searchParams.get("search"));
    const { page, limit, offset } = pageOf(searchParams.get("page"), SIZE);
    const today = dayStart(ctx.now);
    const counts = await countWaitlist(ctx, today);
    const { entries, matches } = await listWaitlist(ctx, { source, search }, { limit, offset });
    const standings = await statusesOf(ctx, entries);
    const days = await waitlistByDay(ctx, { source }, today.subtract({ hours: 24 * (DAYS - 1) }));
    return {
      source: source ?? "",
      search,
      page,
      more: offset + entries.length < matches,
      matches,
      did: searchParams.get("did"),
      lists: LISTS.map(({ value, label }) => ({
        value,
        label,
        count: counts.find((one) => one.source === value)?.count ?? 0,
      })),
      tools: FIELD_TOOLS.map(({ word, name, built }) => ({
        value: word,
        label: built ? name : `${name} (not in this version yet)`,
      })),
      days: everyDay(days, DAYS, today.toZonedDateTimeISO("UTC").toPlainDate()).map(inWords),
      entries: entries.map((entry, at) => {
        const standing = standings[at];
        return {
          email: entry.email,
          source: entry.source,
          list: listName(entry.source),
          heldBecause: entry.heldBecause,
          joined: moment(entry.joinedAt, "UTC"),
          standing: standing && { ...standing, invitedAt: moment(standing.invitedAt, "UTC") },
        };
      }),
    };
  });
}

/** Invites the selected people or the next of a list, or resends an invitation. */
export function action(args: ActionFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const form = await args.request.formData().catch(() => new FormData());
    const text = (name: string) => textOf(form.get(name));
    const [intent = "", tool = "", ...rest] = text("intent").split(" ");
    if (intent === "again") return again(ctx, args.request, toolOfWord(tool)?.word, rest.join(" "));
    if (intent === "next") {
      const source = text("list");
      const many = /^\d{1,3}$/.test(text("many").trim()) ? Number(text("many")) : 0;
      const errors: Record<string, string> = {};
      if (!isWaitlistSource(source)) errors["list"] = "Choose a list.";
      if (many < 1 || many > MOST_AT_ONCE) errors["many"] = `Enter a number from 1 to ${MOST_AT_ONCE}.`;
      const values = { list: source, many: text("many"), tool: text("tool") };
      if (!isWaitlistSource(source) || Object.keys(errors).length)
        return data({ form: "next", values, errors }, { status: 422 });
      const invited = await inviteNext(ctx, source, many, text("tool"));
      return invited.ok
        ? finish(ctx, args.request, invited)
        : data(
            {
              form: "next",
              values,
              errors: { tool: "The general list isn’t for one tool. Choose the tool to invite to." },
            },
            { status: 422 },
          );
    }
    if (intent !== "chosen") throw notHere();
    const places = placesOf(form.getAll("place").map(textOf));
    const invited = places.length ? await inviteChosen(ctx, places, text("chosenTool")) : undefined;
    if (invited?.ok) return finish(ctx, args.request, invited);
    const errors: Record<string, string> = invited
      ? {
          chosenTool: "Someone you selected is on the general list. Choose the tool to invite to.",
        }
      : { chosen: "Choose at least one person." };
    return data({ form: "chosen", values: { list: "", many: "", tool: "" }, errors }, { status: 422 });
  });
}

// A file in place of text counts as nothing.
const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");

async function again(ctx: OperatorContext, request: Request, tool: ToolWord | undefined, email: string) {
  if (!tool || !email || !(await inviteAgain(ctx, { email, tool }))) throw notHere();
  await recordAction(ctx, ctx.operator, "waitlist.invited-again", { tool: toolOfWord(tool)!.name });
  return back(request, "again");
}

async function finish(ctx: OperatorContext, request: Request, { people }: Extract<Invited, { ok: true }>) {
  const words = [...new Set(people.map((one) => one.tool))];
  for (const word of words) {
    const many = people.filter((one) => one.tool === word).length;
    await recordAction(ctx, ctx.operator, "waitlist.invited", {
      tool: toolOfWord(word)!.name,
      people: String(many),
    });
  }
  return back(request, String(people.length));
}

const back = (request: Request, did: string) => redirect(backTo("/operator/waitlist", request.url, did), 303);

const didWords = (did: string | null) =>
  did === null
    ? null
    : did === "again"
      ? "New invitation sent. The old link no longer works."
      : did === "0"
        ? "No one left to invite. No email was sent."
        : /^\d+$/.test(did)
          ? `${did} ${did === "1" ? "person" : "people"} invited by email.`
          : null;

export default function OperatorWaitlist() {
  const { source, search, page, more, matches, did, lists, tools, days, entries } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const errors: Readonly<Record<string, string | undefined>> = refused?.errors ?? {};
  const peak = days.reduce((most, one) => (one.count > most.count ? one : most), days[0]!);
  const all = days.reduce((sum, one) => sum + one.count, 0);
  return (
    <Page className="pb-16">
      <PageHeader
        title="Waitlist"
        action={
          <LinkButton
            kind="plain"
            href={`/operator/waitlist.csv${source ? `?source=${source}` : ""}`}
            download
          >
            Download CSV
          </LinkButton>
        }
      />
      <StatusLine kind="done">{refused ? null : didWords(did)}</StatusLine>
      <Section title="By list" id="lists">
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
          <Bars
            caption="People on each list"
            head={["List", "People"]}
            bars={lists.map(({ value, label, count }) => ({
              key: value,
              value: count,
              label: (
                <Link
                  className="text-link inline-block py-1"
                  to={`/operator/waitlist?source=${value}#people`}
                >
                  {label}
                </Link>
              ),
            }))}
          />
          <Columns
            caption={`Joined in ${DAYS} days: ${formatNumber(all)}${source ? `, ${lists.find((one) => one.value === source)?.label}` : ""}`}
            head={["Day", "People"]}
            columns={days.map(({ day, count }) => ({ key: day, label: day, value: count }))}
            peak={peak.count > 0 ? `Most: ${formatNumber(peak.count)} on ${peak.day}` : undefined}
          />
        </div>
      </Section>
      <Section title="Invite the next in line" id="next">
        <Form method="post" className="form max-w-narrow">
          <p>
            People who’ve waited longest go first. Anyone already invited, or who looks like spam, is skipped.
          </p>
          <Select
            name="list"
            label="List"
            required
            placeholder="Choose one"
            options={lists}
            defaultValue={refused?.values.list ?? source}
            error={errors["list"]}
          />
          <Field
            name="many"
            label="How many people"
            inputMode="numeric"
            required
            defaultValue={refused?.values.many || "10"}
            error={errors["many"]}
          />
          <Select
            name="tool"
            label="Tool"
            unmarked
            hint="Only for the general list. Every other list has its own tool."
            placeholder="The list’s tool"
            options={tools}
            defaultValue={refused?.values.tool ?? ""}
            error={errors["tool"]}
          />
          <SubmitButton name="intent" value="next" busy="Inviting..." sending={sending}>
            Invite
          </SubmitButton>
        </Form>
      </Section>
      <Section title={`People (${formatNumber(matches)})`} id="people">
        <Form
          className="form mb-6 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto] lg:items-end"
          action="/operator/waitlist#people"
        >
          <Select
            id="filter-source"
            name="source"
            label="List"
            unmarked
            placeholder="All lists"
            options={lists}
            defaultValue={source}
            key={`source-${source}`}
          />
          <Field
            id="filter-search"
            name="search"
            label="Address contains"
            unmarked
            type="search"
            defaultValue={search}
            key={`search-${search}`}
          />
          <SubmitButton kind="plain">Show</SubmitButton>
        </Form>
        {entries.length ? (
          <WaitlistTable entries={entries} tools={tools} errors={errors} sending={sending} />
        ) : (
          <EmptyState title="No one here">
            {search || source
              ? "No matches on the waitlist. Show all lists, or try fewer letters."
              : "People join from the tool pages and from the form below each article."}
          </EmptyState>
        )}
        <Pager page={page} more={more} label="Pages of the waitlist" />
      </Section>
    </Page>
  );
}
