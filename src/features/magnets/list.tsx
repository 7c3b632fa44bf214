import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { Table } from "#ui/table.tsx";
import { listMagnets } from "./data.server.ts";

export const meta = () => [{ title: "Lead magnets" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, async (ctx) => {
    const magnets = await listMagnets(ctx);
    return { magnets: magnets.map(({ id, title, text, createdAt }) => ({ id, title, readers: text.readers, made: createdAt.toString() })) };
  });
}

export default function Magnets() {
  const { magnets } = useLoaderData<typeof loader>();
  const make = <LinkButton href="/genLeadMagnet">Make a lead magnet</LinkButton>;
  return (
    <Page>
      <PageHeader title="Lead magnets" action={magnets.length ? make : undefined}>
        Guides to give away. Each can have a personal link of its own.
      </PageHeader>
      {magnets.length ? (
        <Table
          caption="Your lead magnets"
          rows={magnets}
          rowKey={(magnet) => magnet.id}
          columns={[
            { label: "Title", cell: (magnet) => <a href={`/account/magnets/${magnet.id}`}>{magnet.title}</a> },
            { label: "Readers", cell: (magnet) => magnet.readers },
            { label: "Made", cell: (magnet) => <time dateTime={magnet.made}>{magnet.made.slice(0, 10)}</time> },
          ]}
        />
      ) : (
        <EmptyState title="No lead magnets yet" action={make}>
          Tell us who you are and whom you want to reach. A minute later you have a guide to give away, as a PDF and as text.
        </EmptyState>
      )}
    </Page>
  );
}
