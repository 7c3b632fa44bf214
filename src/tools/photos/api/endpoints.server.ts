import { z } from "zod";
import { photoToShare, stripped } from "#ground/media/public.server.ts";
import { daysQuery, isInOrder, jobQuery, NOT_IN_ORDER, pageOfJobItems } from "#trade/jobs/public.server.ts";
import { endpoint, type Endpoint } from "#platform/api/endpoint.ts";
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
        ...jobQuery("photos"),
        stage: z
          .string()
          .trim()
          .min(1)
          .max(LONGEST.word)
          .optional()
          .describe(`Only photos of this stage: ${STAGES.join(", ")}, or one of the business’s own.`),
        tag: z
          .string()
          .trim()
          .min(1)
          .max(LONGEST.word)
          .optional()
          .describe("Only photos with this room, trade, or tag, in any capitals."),
        ...daysQuery("taken"),
      })
      .refine(isInOrder, NOT_IN_ORDER),
    answers: { 200: PhotoList },
    run: async ({ ctx, query: { stage: type, ...query } }) => ({
      body: await pageOfJobItems(ctx, PHOTO, { ...query, type }, summaryShapes),
    }),
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
