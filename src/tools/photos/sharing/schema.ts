import { z } from "zod";
import { readChosen } from "../gallery/chosen.ts";

export const LONGEST_TITLE = 120;

const checked = z
  .string()
  .optional()
  .transform((typed) => typed === "yes");

/** The form of a new gallery. */
export const gallerySchema = z
  .object({
    form: z.uuid("Reload the page, then try again."),
    job: z.uuid("Choose a job."),
    what: z.string().max(500),
    photos: z.string().default(""),
    title: z
      .string()
      .trim()
      .min(1, "Enter a title. Your client sees it.")
      .max(LONGEST_TITLE, `Use at most ${LONGEST_TITLE} characters.`),
    live: z.string().optional(),
    time: checked,
    place: checked,
    full: checked,
  })
  .transform(({ what, photos, live, time, place, full, ...rest }, check) => {
    const chosen = readChosen(what, photos);
    if (!chosen) {
      check.addIssue({ code: "custom", path: ["what"], message: "Choose which photos to share." });
      return z.NEVER;
    }
    const isLive = chosen.is !== "list" && live !== "no";
    return { ...rest, chosen, isLive, withTime: time, withPlace: place, fullSize: full };
  });
