import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { CopyButton, LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { getMagnet } from "./data.server.ts";
import { MagnetReading } from "./reading.tsx";

export const meta = ({ loaderData }: { loaderData?: { text: { title: string } } | undefined }) => [{ title: loaderData?.text.title ?? "Lead magnet" }];

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
      <PageHeader title={text.title}>{text.promise}</PageHeader>
      <p className="flex flex-wrap gap-3">
        <LinkButton href={`/account/magnets/${id}/link`} kind="signal">
          Make my personal link
        </LinkButton>
        <LinkButton href={`/account/magnets/${id}/pdf`} kind="plain">
          Download PDF
        </LinkButton>
        <LinkButton href={`/account/magnets/${id}/text`} kind="plain">
          Download text
        </LinkButton>
        <CopyButton target="magnet-text">Copy the text</CopyButton>
      </p>
      <div className="mt-10">
        <MagnetReading text={text} id="magnet-text" />
      </div>
    </Page>
  );
}
