import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { TALK, TALK_STATES } from "../rules/talk.ts";
import { rowsOf } from "./rows.server.ts";

/** Talks as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, TALK_STATES), {
    name: "talks",
    search: { kind: TALK },
    headings: async () => [
      ...["Number", "Date", "Job", "Talk", "Led by", "Languages"],
      ...["People there", "Signed", "Status"],
    ],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map(
        ({ number, date, job, title, leader, languages, people, signed, status }) => [
          ...[number, date, job, title, leader, languages],
          ...[String(people), String(signed), status],
        ],
      ),
  });
