import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { loadDueSection } from "#ground/due/public.server.ts";
import { DueSection } from "#ground/due/public.tsx";
import { formatMoney } from "#platform/money/money.ts";
import type { TodaySection, WithClients } from "#trade/jobs/public.server.ts";
import { loadVisitsSection } from "#trade/visits/public.server.ts";
import { VisitsSection } from "#trade/visits/public.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import { serverTools } from "../tools.server.ts";

// Today’s visits, what the person must do by when, and a section of each tool that has something for them. A
// section says so in a few words for the line at the top of the page (`summary`).

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const visits = await loadVisitsSection(ctx);
    const due = await loadDueSection(ctx);
    const { currency } = await getBusiness(ctx);
    const out: Out[] = [];
    for (const { loadWithClients } of serverTools) {
      const found = await loadWithClients?.(ctx);
      if (found) out.push({ ...found, worth: formatMoney(found.cents, currency) });
    }
    const cents = out.reduce((all, one) => all + one.cents, 0);
    const waiting = out.length === 0 ? null : `${formatMoney(cents, currency)} waiting for clients`;
    const sections: { word: string; section: TodaySection }[] = [];
    for (const { word, loadToday } of serverTools)
      if (loadToday) sections.push({ word, section: await loadToday(ctx) });
    const summaries = [
      ...[visits, due, ...sections.map(({ section }) => section)].flatMap(({ summary }) => summary ?? []),
      ...(waiting === null ? [] : [waiting]),
    ];
    return { visits, due, sections, out, summaries };
  });
}

export default function TodaySections() {
  const { visits, due, sections, out } = useLoaderData<typeof loader>();
  return (
    <>
      <VisitsSection {...visits} />
      <DueSection {...due} />
      {sections.map(({ word, section }) => (
        <ToolSection key={word} word={word} {...section} />
      ))}
      <OutSection out={out} />
    </>
  );
}

interface Out extends WithClients {
  /** "$12,600" */
  readonly worth: string;
}

/** What clients have and haven't decided on, and what it comes to. */
function OutSection({ out }: { out: readonly Out[] }) {
  if (out.length === 0) return null;
  return (
    <Section title="Waiting for clients" id="with-clients">
      <ul className="day-lines">
        {out.map(({ what, worth, href }) => (
          <li key={href} className="day-line" data-item="" tabIndex={-1}>
            <p>
              <b>{worth}</b> in {what}
            </p>
            <LinkButton kind="plain" size="small" href={href} data-key="Enter" aria-label={`See ${what}`}>
              See them
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ToolSection({ word, title, lines, more }: TodaySection & { word: string }) {
  if (lines.length === 0) return null;
  return (
    <Section title={title} id={word}>
      <ul className="day-lines">
        {lines.map(({ id, job, text, href, action }) => (
          <li key={id} className="day-line" data-item="" tabIndex={-1}>
            <p>
              <b>{job}</b>
              {text}
            </p>
            <LinkButton
              kind="plain"
              size="small"
              href={href}
              data-key="Enter"
              aria-label={`${action}: ${job}${text}`}
            >
              {action}
            </LinkButton>
          </li>
        ))}
      </ul>
      {more ? (
        <p className="mt-4">
          <a className="text-link" href={more.href}>
            {more.text}
          </a>
        </p>
      ) : null}
    </Section>
  );
}
