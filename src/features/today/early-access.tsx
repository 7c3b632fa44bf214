import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";

const PAGES = {
  jobs: {
    title: "Jobs",
    text: "One list of jobs that every field tool works on: address, client, dates and everything that happened, on one line of time.",
  },
  job: {
    title: "Job",
    text: "Everything that happened on one job, on one line of time: daily logs, photos, changes, checklists and estimates.",
  },
  logs: { title: "Logs", text: "Daily logs of all your jobs by day, with photos, crew and weather, and a search over every word." },
  reports: {
    title: "Reports",
    text: "The PDF reports you made and sent: daily logs, photo reports and change orders, ready to send again.",
  },
} as const;

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) => [{ title: loaderData?.title ?? "Account" }];

/** Says what is there for those invited, and how to join; true until the tool itself takes the address over. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, async () => {
    const word = new URL(args.request.url).pathname.split("/")[2] as keyof typeof PAGES;
    return PAGES[word] ?? PAGES.jobs;
  });
}

export default function EarlyAccess() {
  const { title, text } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title={title}>{text}</PageHeader>
      <p className="max-w-measure">
        This part belongs to the field tools, which open by invitation. You have not been invited to one yet. Join the waitlist of BuildLog,
        and we will write to you when it is your turn.
      </p>
      <p className="mt-6">
        <LinkButton href="/buildlog">Join the BuildLog waitlist</LinkButton>
      </p>
    </Page>
  );
}
