import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { getMagnet } from "./data.server.ts";
import { MagnetReading } from "./reading.tsx";

export const meta = ({ loaderData }: { loaderData?: { text: { title: string } } | undefined }) => [
  { title: loaderData?.text.title ?? "Lead magnet" },
];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, async (ctx) => {
    const { id, text } = await getMagnet(ctx, args.params["magnetId"] ?? "");
    return { id, text };
  });
}

export default function MagnetPage() {
  const { id, text } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title={text.title} />
      <MagnetReading text={text} fileAt={(format) => `/account/magnets/${id}/${format}`}>
        <LinkButton href={`/account/magnets/${id}/link`} kind="signal">
          Make my personal link
        </LinkButton>
      </MagnetReading>
    </Page>
  );
}
