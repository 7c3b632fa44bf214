import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { listMisses, type Missed } from "#ground/writing/public.server.ts";
import { dayOf } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { inOperator } from "../in-operator.server.ts";
import { dayStart } from "../rules.ts";

export const meta = () => [{ title: "Operator: asked for" }, { name: "robots", content: "noindex" }];

const DAYS = 90;
const MOST = 300;

const SECTIONS: readonly { readonly kind: Missed["kind"]; readonly title: string; readonly none: string }[] =
  [
    { kind: "guide", title: "Guides on a subject", none: "Every subject had a guide." },
    { kind: "guide-trade", title: "Guides for a trade", none: "Every trade had guides." },
    { kind: "follow-up", title: "Follow-ups for a trade", none: "Every trade had a follow-up." },
    { kind: "objection", title: "Objections we didn’t understand", none: "Every objection was understood." },
  ];

/** What the makers were asked for and the library doesn't have: words and counts, nothing about who asked. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const since = dayStart(ctx.now).subtract({ hours: 24 * (DAYS - 1) });
    const misses = await listMisses(ctx, { since, most: MOST });
    return {
      misses: misses.map(({ lastAt, ...miss }) => ({ ...miss, last: dayOf(lastAt, "UTC") })),
    };
  });
}

export default function OperatorAskedFor() {
  const { misses } = useLoaderData<typeof loader>();
  return (
    <Page className="pb-16">
      <PageHeader title="Asked for">
        What people asked the makers for in the last {DAYS} days and the library doesn’t have yet, most asked
        first. Words only: nothing says who asked.
      </PageHeader>
      {SECTIONS.map(({ kind, title, none }) => {
        const rows = misses.filter((miss) => miss.kind === kind);
        return (
          <Section key={kind} title={title} id={kind}>
            {rows.length === 0 ? (
              <p>{none}</p>
            ) : (
              <table className="w-full border-collapse">
                <caption className="sr-only">{title}</caption>
                <thead className="text-left text-sm text-pencil">
                  <tr>
                    <th scope="col" className="py-2 pr-4 font-normal">
                      Words
                    </th>
                    <th scope="col" className="py-2 pr-4 font-normal">
                      Trade
                    </th>
                    <th scope="col" className="py-2 pr-4 text-right font-normal">
                      Asked
                    </th>
                    <th scope="col" className="py-2 font-normal">
                      Last
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ trade, stage, words, asked, last }) => (
                    <tr key={`${trade} ${stage} ${words}`} className="border-t border-rule align-baseline">
                      <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                        {words}
                      </th>
                      <td className="py-2 pr-4 text-sm text-pencil wrap-anywhere">
                        {[trade, stage].filter(Boolean).join(", ")}
                      </td>
                      <td className="py-2 pr-4 text-right">{formatNumber(asked)}</td>
                      <td className="py-2 text-sm whitespace-nowrap">
                        <time dateTime={last.iso}>{last.words}</time>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Section>
        );
      })}
    </Page>
  );
}
