import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { loadDueSection } from "#ground/due/public.server.ts";
import { DueSection } from "#ground/due/public.tsx";
import { loadReviewSection } from "#tools/logs/public.server.ts";
import { ReviewSection } from "#tools/logs/public.tsx";

// What rooms show on Today: each has one line that loads its section, and one that shows it. A section that
// has something says so in a few words for the line at the top of the page (`summary`).

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const sections = {
      due: await loadDueSection(ctx),
      logs: await loadReviewSection(ctx),
    };
    return { sections, summaries: Object.values(sections).flatMap(({ summary }) => summary ?? []) };
  });
}

export default function TodaySections() {
  const { sections } = useLoaderData<typeof loader>();
  return (
    <>
      <DueSection {...sections.due} />
      <ReviewSection {...sections.logs} />
    </>
  );
}
