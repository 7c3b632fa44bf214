import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { measureStorage } from "./storage-limit.server.ts";

export const meta = () => [{ title: "Storage" }];

/** Shows how much storage the business uses. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const { count, files, used, most, isVerified } = await measureStorage(ctx);
    return {
      count,
      files,
      isVerified,
      used: formatBytes(used),
      most: formatBytes(most),
      left: formatBytes(Math.max(0, most - used)),
      share: most > 0 ? Math.min(1, used / most) : 1,
    };
  });
}

/** Share of the limit from which storage is called nearly full. */
const NEARLY = 0.8;

export default function StorageSettings() {
  const { count, files, used, most, left, share, isVerified } = useLoaderData<typeof loader>();
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Storage">How much room your photos, videos, and files use.</PageHeader>
      <Section title={`${used} of ${most} used`} id="used">
        <meter
          className="mb-4 h-4 w-full"
          min={0}
          max={1}
          high={NEARLY}
          value={share}
          aria-label={`${used} of ${most} used`}
        >
          {Math.round(share * 100)}%
        </meter>
        <DataList
          items={[
            ["Photos and videos", count.toLocaleString("en-US")],
            ...(files ? [["Files of people", files.toLocaleString("en-US")] as const] : []),
            ["Used", used],
            ["Left", left],
          ]}
        />
        {isVerified ? null : (
          <p className="mt-4 max-w-measure">
            You have room for {most} until an owner verifies their email address.{" "}
            <a className="text-link" href="/account/settings/you">
              Verify your email address
            </a>{" "}
            to get more.
          </p>
        )}
        {share >= NEARLY && isVerified ? (
          <p className="mt-4 max-w-measure">
            {share >= 1 ? "You’re out of room." : "You’re almost out of room."}{" "}
            <a className="text-link" href="/contact">
              Write to us
            </a>{" "}
            for more room.
          </p>
        ) : null}
        <p className="mt-4 max-w-measure">
          We count the original files. When you run out of room, new photos stay on the phone that took them
          and go out once there’s room.
        </p>
      </Section>
    </Page>
  );
}
