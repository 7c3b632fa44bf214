import { z } from "zod";
import { photoToShare, stripped } from "#ground/media/public.server.ts";
import { listItems } from "#ground/worklist/public.server.ts";
import { findJobs } from "#trade/jobs/public.server.ts";
import { CURSOR, cursorOf, endpoint, type Endpoint, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import { dayQuery } from "#platform/api/shape-parts.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { LONGEST, PHOTO, STAGES } from "../rules/photo.ts";
import { findPhoto, photoShape, summaryShapes } from "./read.server.ts";
import { Photo, PhotoList } from "./shapes.ts";

/** Whether a key may know where photos were taken. */
export const PLACE_SCOPE = "photos:place";

const SIZES = ["thumb", "screen", "report", "full"] as const;

export const photosCalls: readonly Endpoint[] = [
  endpoint({
    id: "listPhotos",
    method: "GET",
    path: "/photos",
    about: "Photos",
    summary: "Photos of all jobs, newest day first",
    words:
      "Photos that ProofPix took or imported, and those of other tools once they’re tagged. Hidden and deleted photos are left out, as are those of deleted jobs, so a page can have fewer than `limit`.",
    scope: "photos:read",
    query: z
      .strictObject({
        ...pageQuery,
        jobId: z.uuid({ error: "Use a job’s id." }).optional().describe("Only photos of this job."),
        stage: z
          .enum(STAGES, { error: `Use one of ${STAGES.join(", ")}.` })
          .optional()
          .describe("Only photos of this stage."),
        tag: z
          .string()
          .trim()
          .min(1)
          .max(LONGEST.word)
          .optional()
          .describe("Only photos with this room, trade, or tag, in any capitals."),
        from: dayQuery.optional().describe("Only those taken on this day or later."),
        to: dayQuery.optional().describe("Only those taken on this day or earlier."),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ["from"],
        error: "The first day can’t be after the last.",
      }),
    answers: { 200: PhotoList },
    async run({ ctx, query: { limit, cursor, jobId, stage, tag, from, to } }) {
      const parts = readCursor(cursor, [CURSOR.date, CURSOR.id]);
      const found = await listItems(
        ctx,
        PHOTO,
        { job: jobId ?? null, from: from ?? null, to: to ?? null, type: stage ?? null, tag },
        parts ? { date: parts[0]!, id: parts[1]! } : null,
        limit + 1,
      );
      const page = found.slice(0, limit);
      const jobs = await findJobs(ctx, [...new Set(page.map((item) => item.jobId))]);
      const last = page.at(-1);
      return {
        body: {
          data: await summaryShapes(
            ctx,
            page.filter((item) => jobs.has(item.jobId)),
          ),
          next: found.length > limit && last ? cursorOf([last.date, last.id]) : null,
        },
      };
    },
  }),
  endpoint({
    id: "getPhoto",
    method: "GET",
    path: "/photos/{photoId}",
    about: "Photos",
    summary: "One photo with its tags, albums, and marks",
    scope: "photos:read",
    answers: { 200: Photo },
    run: async ({ ctx, key, params }) => ({
      body: await photoShape(ctx, params["photoId"] ?? "", { withPlace: key.scopes.includes(PLACE_SCOPE) }),
    }),
  }),
  endpoint({
    id: "getPhotoFile",
    method: "GET",
    path: "/photos/{photoId}/file",
    about: "Photos",
    summary: "The picture itself, as it may be shared",
    words:
      "With what was drawn or blurred on it burned in, and without the camera’s data. `full` is a JPEG at full size, with the place it was taken for a key with `photos:place`; videos have only the smaller pictures. 404 until the phone has sent the photo and we’ve made its pictures.",
    scope: "photos:read",
    query: z.strictObject({
      size: z
        .enum(SIZES, { error: `Use one of ${SIZES.join(", ")}.` })
        .default("screen")
        .describe(
          "The longest side: `thumb` 320, `screen` 1,600 (both WebP), `report` 1,000 (JPEG), or `full`.",
        ),
    }),
    answers: { 200: null },
    files: ["image/jpeg", "image/webp"],
    async run({ ctx, key, params, query: { size } }) {
      const { record, sha256 } = await findPhoto(ctx, params["photoId"] ?? "");
      const photo = await photoToShare(ctx, record.job, sha256);
      if (!photo) throw new AppError("not_found", "This photo’s phone hasn’t sent it yet.");
      const keepGps = key.scopes.includes(PLACE_SCOPE);
      return {
        file: {
          type: size === "full" || size === "report" ? "image/jpeg" : "image/webp",
          tag: [sha256, size, photo.overlay?.digest ?? "", size === "full" && keepGps].join(" "),
          bytes: () => (size === "full" ? stripped(photo, { keepGps }) : photo.bytesOf(size)),
        },
      };
    },
  }),
];
