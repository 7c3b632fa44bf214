import { z } from "zod";
import { MARK_COLORS, MARK_KINDS } from "#trade/fieldwork/public.ts";
import { at, date, id, listOf, maybeAt } from "#platform/api/shape-parts.ts";
import { STAGES } from "../rules/photo.ts";

// The shapes of photos in answers.

const sha256 = z.string().describe("Of the file as the camera wrote it, in lowercase hex.");

export const PhotoSummary = z.strictObject({
  id,
  jobId: id,
  sha256,
  date,
  takenAt: maybeAt.describe("By the device or its camera; null for a photo that another tool took."),
  clock: z
    .enum(["device", "camera", "zone", "file"])
    .nullable()
    .describe(
      "What says so: the phone that took it, its camera, its camera without a zone, or only the file’s date.",
    ),
  takenBy: id.nullable().describe("Who took it, or wrote of it first; null for someone without an account."),
  caption: z.string(),
  room: z.string().nullable(),
  trade: z.string().nullable(),
  stage: z
    .string()
    .nullable()
    .describe(`One of ${STAGES.join(", ")}, or a stage of the business’s own, as it’s written on its list.`),
  tags: z.array(z.string()).describe("Free words, beside room, trade, and stage."),
  pair: sha256.nullable().describe("The other half of a before and after."),
  file: z
    .strictObject({
      kind: z.string().describe("Such as `jpeg`, `heic`, or `mp4`."),
      bytes: z.int(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      receivedAt: at,
    })
    .nullable()
    .describe("The original; null until its phone has sent it."),
});
export const PhotoList = listOf(PhotoSummary);

const part = z.number().describe("From 0 to 1 of the picture’s width or height.");
const point = z.strictObject({ x: part, y: part });

export const Photo = PhotoSummary.extend({
  albums: z.array(z.strictObject({ id, name: z.string() })).describe("Those it was put in by hand."),
  marks: z
    .array(
      z.strictObject({
        kind: z.enum(MARK_KINDS),
        color: z.enum(MARK_COLORS),
        from: point,
        to: point,
        text: z.string(),
      }),
    )
    .describe("What was drawn on it. The original stays as it was; every file of it has them burned in."),
  shot: z
    .strictObject({ listId: id, shot: z.int().describe("From 0.") })
    .nullable()
    .describe("Which shot of which list it is."),
  heading: z.number().nullable().describe("Where the camera pointed, in degrees from north."),
  place: z
    .strictObject({ latitude: z.number(), longitude: z.number(), accuracy: z.number().nullable() })
    .nullable()
    .describe("Where it was taken, as its device says; null for a key without `photos:place`."),
});
