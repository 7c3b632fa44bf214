import { shownFields } from "#ground/sync/public.server.ts";
import { firstWritten, shotsOf } from "#trade/fieldwork/public.ts";
import type { ServerTool } from "#trade/jobs/public.server.ts";
import { photosResource } from "./api/resource.server.ts";
import { consentNotifications } from "./consent/answer.server.ts";
import { finishWithPhotos } from "./consent/finish.server.ts";
import { listenForConsent } from "./consent/listeners.server.ts";
import { defineConsentedWork } from "./consent/recent.server.ts";
import { listenForGalleries } from "./gallery/send.server.ts";
import { defineImport } from "#trade/imports/public.server.ts";
import { photosFormat } from "./move-in/format.server.ts";
import { definePhotos } from "./kinds.server.ts";
import { photosForCloseout } from "./report/closeout.server.ts";
import { photoReport, photosForOutside } from "./report/report-shape.server.ts";
import { factsOf, isListed, PHOTO, tagLine } from "./rules/photo.ts";
import { listenForDoneJobs, photosNotifications } from "./shots/watch.server.ts";
import { emptyTrashTask, trashFunction } from "./trash/erase.server.ts";
import { photosAsked, photosAsks, photosConsents, photosGalleries, photosRecent } from "./tables.server.ts";
import { loadPhotosSection } from "./today/section.server.ts";

const WORK = { read: "work.read", write: "work.write" } as const;
const HARMLESS = {
  harmless: "photos of jobs and what clients said of them, which only its people read",
} as const;

/** Photos, as the server knows them. */
export const photosOnServer: ServerTool = {
  word: "photos",
  defineKinds: definePhotos,
  defineImports: () => defineImport(photosFormat),
  // Its list over all jobs is a projection of its records.
  tables: [
    {
      table: photosGalleries,
      rights: WORK,
      takeover: { harmless: "opened by links only, which are among the shared links" },
      privacy: { rows: ["work"], personal: "title", plain: "chosen" },
    },
    {
      table: photosAsks,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { rows: ["work"], personal: "wording" },
    },
    {
      table: photosAsked,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { rows: ["photographed"], personal: "sha256" },
    },
    {
      table: photosConsents,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { rows: ["shared"], personal: "credit name note made_by", plain: "uses photos" },
    },
    {
      table: photosRecent,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { rows: ["photographed"], personal: "sha256 pair caption" },
    },
  ],
  functions: [trashFunction],
  tasks: [emptyTrashTask],
  listen() {
    listenForConsent();
    listenForGalleries();
    listenForDoneJobs();
  },
  shapes: [photoReport],
  closeoutParts: photosForCloseout,
  finishSteps: finishWithPhotos,
  photosForOutside,
  defineFollowUps: defineConsentedWork,
  describers: [
    {
      kind: PHOTO,
      // Photos of other tools are in the lines of their own records.
      tell({ fields }) {
        const values = shownFields(fields);
        const facts = factsOf(values);
        const [shot] = shotsOf(values);
        const written = firstWritten(fields);
        if (!shot || !written || !isListed(facts)) return [];
        const title = facts.caption || tagLine(facts) || "Photo";
        const photos = [{ sha256: shot.sha256, caption: title }];
        const lines = facts.caption && tagLine(facts) ? [tagLine(facts)] : [];
        return [{ at: shot.at, by: written.by, title, lines, photos, place: facts.place }];
      },
    },
  ],
  notifications: [...photosNotifications, ...consentNotifications],
  loadToday: loadPhotosSection,
  api: photosResource,
};
