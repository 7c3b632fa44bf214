import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { hasFilters, ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { RECENT_PATH } from "../consent/rules.ts";
import { PHOTO, STAGES } from "../rules/photo.ts";
import { WeekNumbers } from "./numbers.tsx";
import { numbersOf } from "./numbers.server.ts";
import { rowsOf } from "./rows.server.ts";

export const meta = () => [{ title: "Photos" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, STAGES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, { kind: PHOTO }, filters, after);
    const items = await rowsOf(ctx, page);
    const jobs = jobChoices(await jobsById(ctx));
    // Of all photos, so only beside all photos.
    const numbers = hasFilters(filters) || after ? null : await numbersOf(ctx);
    return {
      filters,
      isFirst: !after,
      items,
      next,
      jobs,
      numbers,
      mayChangeWords: isManager(ctx),
    };
  });

/** Photos of all jobs. */
export default function PhotosOffice() {
  const { numbers, mayChangeWords, ...list } = useLoaderData<typeof loader>();
  const { job } = list.filters;
  return (
    <ItemPage
      title="Photos"
      path="/account/photos"
      about="Photos of every job, whichever tool took them, with their captions and tags."
      views={
        <p className="mb-4 flex flex-wrap gap-x-6">
          <a className="text-link py-2.5" href={`/account/photos/report${job ? `?job=${job}` : ""}`}>
            Create a photo report
          </a>
          <a className="text-link py-2.5" href="/account/photos/galleries">
            Gallery links
          </a>
          <a className="text-link py-2.5" href={RECENT_PATH}>
            Recent work, and what clients said
          </a>
          {mayChangeWords ? (
            <a className="text-link py-2.5" href="/account/jobs/photos/words">
              Edit rooms, trades, and stages
            </a>
          ) : null}
        </p>
      }
      hint="A caption, a room, a trade, a tag, or who took it: “tub wall”, “kitchen plumbing”, “Dana”."
      message={numbers && list.items.length > 0 ? <WeekNumbers {...numbers} /> : null}
      list={list}
    >
      {({ href, photos, title, details, date }) => (
        <a className="office-photo" href={href}>
          <img
            src={`/account/media/${photos[0]}/thumb`}
            alt=""
            loading="lazy"
            width="96"
            height="96"
            data-hide-on-error=""
          />
          <span>
            <b>{title}</b>
            <span className="estimate-quiet">
              {[...details, date && dayWords(Temporal.PlainDate.from(date))].filter(Boolean).join(", ")}
            </span>
          </span>
        </a>
      )}
    </ItemPage>
  );
}
