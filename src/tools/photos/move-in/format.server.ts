import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { linkToJob, type OutsidePhoto, storePhoto } from "#ground/media/public.server.ts";
import { dayIn, type ImportFormat, lineOf } from "#trade/imports/public.server.ts";
import { formatLongDate, shotValue } from "#trade/fieldwork/public.ts";
import { photoId } from "../rules/ids.ts";
import { factsOf, PHOTO } from "../rules/photo.ts";

/** "2026-05-01" or "20260501" in the name of a file. */
const NAMED_DAY = /(\d{4})[-_]?(\d{2})[-_]?(\d{2})/;

/**
 * Photos of CompanyCam and others: a ZIP with a folder for each project. The time and the place come from the
 * photos themselves. Without them, the day in the name of the file counts.
 */
export const photosFormat: ImportFormat = {
  id: "photos",
  label: "Photos",
  nouns: ["photo", "photos"],
  order: 1,
  tool: "photos",
  isOnJob: true,
  exports: [],
  columns: [],
  accepts: ({ name }) => /\.(?:jpe?g|png|webp|heic|heif|avif|gif)$/i.test(name),
  readFile({ path: at, name, folder }, { zone }) {
    const project = lineOf(folder, 120);
    const named = NAMED_DAY.exec(name);
    const day = named ? dayIn(named.slice(1, 4).join("-"), { dayFirst: false, zone }) : null;
    let stored: OutsidePhoto | undefined;
    return {
      key: at,
      title: name,
      details: day ? formatLongDate(day) : "",
      job: project === null ? null : { name: project, address: null },
      async idOf({ job, file }) {
        return photoId(
          job ?? "",
          createHash("sha256")
            .update(await file(at))
            .digest("hex"),
        );
      },
      async prepare(account, read) {
        const draft = await mkdtemp(path.join(tmpdir(), "plumbline-photo-"));
        try {
          const bytes = await read(at);
          const photo = path.join(draft, "photo");
          await writeFile(photo, bytes);
          stored = await storePhoto(account, { path: photo, bytes: bytes.byteLength });
        } finally {
          await rm(draft, { recursive: true, force: true });
        }
      },
      async writes(ctx, { id, job }) {
        const { sha256, type, takenAt, takenLocal } = stored!;
        const local = takenLocal ?? (day ? `${day}T12:00:00` : null);
        const taken =
          takenAt ??
          (local === null ? null : Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant());
        const isCamera = takenAt !== null || takenLocal !== null;
        await linkToJob(ctx, sha256, job!);
        const shot = shotValue({
          ...{ type, at: Math.min((taken ?? ctx.now).epochMilliseconds, ctx.now.epochMilliseconds) },
          clock: takenAt ? "camera" : isCamera ? "zone" : "file",
        });
        return [{ id, kind: PHOTO, sets: { sha256, [`photos.${sha256}`]: shot }, media: [sha256] }];
      },
    };
  },
  undo: {
    kind: PHOTO,
    sets: (now) => ({ trashedAt: now.toString({ smallestUnit: "millisecond" }) }),
    back: { trashedAt: null },
    isDone: (values) => factsOf(values).trashedAt !== null,
  },
};
