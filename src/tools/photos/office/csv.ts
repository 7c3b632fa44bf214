import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { PHOTO, STAGES } from "../rules/photo.ts";
import { rowsOf } from "./rows.server.ts";

/** Photos as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, STAGES), {
    name: "photos",
    search: { kind: PHOTO },
    headings: async () => ["Date", "Job", "Photo", "Tags", "Stage", "Taken by", "SHA-256", "Client"],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map(({ date, job, title, tags, stage, takenBy, photos, consent }) => [
        ...[date, job, title, tags.join(", "), stage, takenBy, photos[0] ?? "", consent],
      ]),
  });
