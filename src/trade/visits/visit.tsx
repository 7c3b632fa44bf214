import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { actInAccount, getBusiness, inAccount, toolsOf, zoneOf } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { missVisit, unmissVisit } from "./after.server.ts";
import { loadTimes } from "./book-page.server.ts";
import { readMoment } from "./schema.ts";
import { visitSettings } from "./settings.server.ts";
import { shownVisit } from "./shown.server.ts";
import { Times } from "./times.tsx";
import { zoneWanted } from "./times.server.ts";
import { VisitLinks } from "./visit-links.tsx";
import { cancelVisit, getVisit, moveVisit } from "./visits.server.ts";

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> | undefined }) => [
  { title: loaderData ? `Visit: ${loaderData.visit.name}` : "Visit" },
];

/** One visit: who, when, where, and what the business can do with it. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const url = new URL(args.request.url);
    const visit = await getVisit(ctx, args.params["visitId"] ?? "");
    const own = await zoneOf(ctx);
    const shown = shownVisit(visit, await getBusiness(ctx), own, ctx.now);
    const isMoving = url.searchParams.has("move") && visit.state === "booked" && !shown.hasBegun;
    const zone = zoneWanted(url.searchParams.get("zone"), own);
    return {
      visit: shown,
      chosen: isMoving ? (readMoment(url.searchParams.get("at"))?.toString() ?? null) : null,
      times: isMoving
        ? await loadTimes(ctx, await visitSettings(ctx), { zone, own, url, except: visit.id })
        : null,
      begins: (await toolsOf(ctx)).flatMap(({ forLead }) => forLead ?? []),
      done: url.searchParams.get("done"),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = args.params["visitId"] ?? "";
  try {
    return await actInAccount(args, "work.write", async (ctx) => {
      const done = form["do"] ?? "";
      const business = await getBusiness(ctx);
      if (done === "cancel") await cancelVisit(ctx, business, { id, by: "business" });
      else if (done === "missed") await missVisit(ctx, id);
      else if (done === "there") await unmissVisit(ctx, id);
      else {
        const at = readMoment(form["at"]);
        if (!at) throw new AppError("invalid", "Choose a time.");
        await moveVisit(ctx, await visitSettings(ctx), business, { id, at, by: "business" });
      }
      return redirect(`/account/visits/${id}?done=${done || "moved"}`, 303);
    });
  } catch (error) {
    return refuseForm(error, {});
  }
}

const DONE: Readonly<Record<string, string>> = {
  cancel: "Canceled. The client gets an email.",
  missed: "Noted that they weren’t there.",
  there: "Undone.",
  moved: "Moved. The client gets an email.",
};

export default function OneVisit() {
  const { visit, times, begins, done } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const here = `/account/visits/${visit.id}`;
  if (times)
    return (
      <Page narrow>
        <PageHeader title={`Move ${visit.name}’s visit`}>Now: {visit.when}</PageHeader>
        <StatusLine kind="error">{refused?.message ?? null}</StatusLine>
        <MoveForm times={times} />
        <p className="mt-6">
          <a className="text-link" href={here}>
            Leave it as it is
          </a>
        </p>
      </Page>
    );
  const facts: (readonly [string, string])[] = [
    ["When", visit.when],
    ...(visit.whenThere ? [["For them", visit.whenThere] as const] : []),
    ["Where", visit.isByPhone ? "By phone" : (visit.address ?? "Not given").replaceAll("\n", ", ")],
    ...(visit.phone ? [["Phone", visit.phone] as const] : []),
    ...(visit.email ? [["Email", visit.email] as const] : []),
    ...(visit.note ? [["They wrote", visit.note] as const] : []),
  ];
  return (
    <Page narrow>
      <PageHeader title={visit.name}>
        {visit.title}
        {visit.state === "canceled" ? ", canceled" : visit.state === "missed" ? ", they weren’t there" : null}
      </PageHeader>
      <StatusLine kind={refused ? "error" : "done"}>
        {refused ? refused.message : done ? (DONE[done] ?? null) : null}
      </StatusLine>
      <DataList items={facts} />
      <div className="visit-acts">
        <VisitLinks visit={visit} />
        <LinkButton kind="plain" size="small" href={`/account/leads/${visit.leadId}`}>
          Their page
        </LinkButton>
        {visit.state === "booked"
          ? begins.map(({ label, path }) => (
              <form key={path} method="post" action={path}>
                <SubmitButton size="small" name="lead" value={visit.leadId}>
                  {label}
                </SubmitButton>
              </form>
            ))
          : null}
      </div>
      <Acts visit={visit} here={here} />
    </Page>
  );
}

/** The business picks the new time from the free ones, as its client would. */
function MoveForm({
  times,
}: {
  times: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["times"]>;
}) {
  const { chosen } = useLoaderData<typeof loader>();
  const label = times.days.flatMap(({ label: day, starts }) =>
    starts.filter(({ at }) => at === chosen?.replace(/:00Z$/, "Z")).map((start) => `${day}, ${start.label}`),
  )[0];
  if (!chosen || !label) return <Times times={times} keep={{ move: "" }} />;
  return (
    <form method="post" className="form">
      <p className="visit-when">{label}</p>
      <input type="hidden" name="at" value={chosen} />
      <SubmitButton busy="Moving...">Move it and tell the client</SubmitButton>
      <p>
        <a className="text-link" href="?move">
          Choose another time
        </a>
      </p>
    </form>
  );
}

function Acts({
  visit,
  here,
}: {
  visit: { readonly state: string; readonly hasBegun: boolean; readonly name: string };
  here: string;
}) {
  const { state, hasBegun } = visit;
  if (state === "canceled") return null;
  if (hasBegun)
    return (
      <Section title="How did it go?" id="after">
        <form method="post" action={here} className="form">
          {state === "missed" ? (
            <SubmitButton kind="plain" name="do" value="there" busy="Saving...">
              They were there after all
            </SubmitButton>
          ) : (
            <>
              <p>If they weren’t there, say so. Follow-up for missed visits starts, if you have one.</p>
              <SubmitButton kind="plain" name="do" value="missed" busy="Saving...">
                They weren’t there
              </SubmitButton>
            </>
          )}
        </form>
      </Section>
    );
  return (
    <Section title="Change it" id="change">
      <div className="flex flex-wrap items-start gap-3">
        <LinkButton kind="plain" href={`${here}?move`}>
          Move it
        </LinkButton>
      </div>
      <details className="visit-cancel">
        <summary>Cancel the visit</summary>
        <form method="post" action={here} className="form mt-4">
          <p>{visit.name} gets an email that says so, with a link to choose another time.</p>
          <SubmitButton kind="stop" name="do" value="cancel" busy="Canceling...">
            Yes, cancel it
          </SubmitButton>
        </form>
      </details>
    </Section>
  );
}
