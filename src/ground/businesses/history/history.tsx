import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { moment } from "#platform/time/format.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { Table } from "#ui/table.tsx";
import { zoneOf } from "../queries.server.ts";
import { historyChoices, readFilter, readHistory } from "./queries.server.ts";
import { inAccount } from "../public.server.ts";

export const meta = () => [{ title: "History" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "history.read", async (ctx) => {
    const { page, ...filter } = readFilter(new URL(args.request.url));
    const zone = await zoneOf(ctx);
    const { lines, more } = await readHistory(ctx, filter, page);
    return {
      lines: lines.map((line) => ({ ...line, at: moment(line.at, zone) })),
      more,
      page,
      filter,
      zone,
      ...(await historyChoices(ctx)),
    };
  });
}

/** The stored actor as people read it. */
const shownWho = (who: string) => (who === "the product" ? "Automatic" : who);

export default function History() {
  const { lines, more, page, filter, zone, people, kinds } = useLoaderData<typeof loader>();
  const address = (to: number, path = "/account/settings/history") => {
    const query = new URLSearchParams(
      Object.entries({ ...filter, page: to > 1 ? String(to) : "" }).filter(([, value]) => value),
    );
    return query.size ? `${path}?${query.toString()}` : path;
  };
  return (
    <Page className="pb-12">
      <PageHeader
        title="History"
        action={
          <LinkButton kind="plain" href={address(1, "/account/settings/history/csv")} download>
            Download as CSV
          </LinkButton>
        }
      >
        Who did what in this business. No one can change or remove a line, not even you.
      </PageHeader>
      <Form className="flex flex-wrap items-end gap-4 pb-6">
        <div className="w-full sm:w-72">
          <Select
            name="who"
            label="Who"
            unmarked
            placeholder="Everyone"
            options={people.map((one) => ({ value: one, label: shownWho(one) }))}
            defaultValue={filter.who}
          />
        </div>
        <div className="w-full sm:w-72">
          <Select
            name="kind"
            label="What"
            unmarked
            placeholder="Everything"
            options={kinds}
            defaultValue={filter.kind}
          />
        </div>
        <Button type="submit" kind="plain">
          Show
        </Button>
      </Form>
      {lines.length > 0 ? (
        <Table
          caption={`History, newest first, times in ${zone}`}
          rows={lines}
          rowKey={(line) => line.id}
          columns={[
            { label: "What", cell: (line) => line.what },
            {
              label: "Details",
              cell: (line) => <span className="wrap-anywhere">{line.details || "–"}</span>,
            },
            {
              label: "Who",
              cell: (line) => <span className="block wrap-anywhere lg:min-w-60">{shownWho(line.who)}</span>,
            },
            {
              label: "When",
              cell: (line) => (
                <time className="sm:whitespace-nowrap" dateTime={line.at.iso}>
                  {line.at.words}
                </time>
              ),
            },
          ]}
        />
      ) : (
        <p>No matches. Choose Everyone and Everything to see it all.</p>
      )}
      {page > 1 || more ? (
        <nav aria-label="Pages of the history" className="mt-6 flex flex-wrap gap-3">
          {page > 1 ? (
            <LinkButton kind="plain" size="small" href={address(page - 1)}>
              Newer
            </LinkButton>
          ) : null}
          {more ? (
            <LinkButton kind="plain" size="small" href={address(page + 1)}>
              Older
            </LinkButton>
          ) : null}
        </nav>
      ) : null}
    </Page>
  );
}
