import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { RECENT_PATH } from "../consent/rules.ts";
import { PHOTO, STAGES } from "../rules/photo.ts";
import { rowsOf } from "./rows.server.ts";

export const meta = () => [{ title: "Photos" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, STAGES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, { kind: PHOTO }, filters, after);
    const items = await rowsOf(ctx, page);
    return { filters, isFirst: !after, items, next, jobs: jobChoices(await jobsById(ctx)) };
  });

/** Photos of all jobs. */
export default function PhotosOffice() {
  return (
    <ItemPage
      title="Photos"
      path="/account/photos"
      about="Photos of every job, with their captions and tags."
      hint="A caption, a room, a trade, a tag, or who took it: “tub wall”, “kitchen plumbing”, “Dana”."
      message={
        <p>
          <a className="text-link inline-flex min-h-11 items-center" href={RECENT_PATH}>
            Recent work, and what clients said
          </a>
        </p>
      }
      list={useLoaderData<typeof loader>()}
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
