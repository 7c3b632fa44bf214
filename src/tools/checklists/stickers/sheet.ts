import type { Business } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { pathOfSchedule } from "#trade/inspections/public.ts";
import type { OpenSchedule } from "#trade/inspections/public.server.ts";

export const MOST_STICKERS = 120;

/** The address of a sticker. It names no job in words, and opens nothing for people without access. */
export const stickerAddress = (jobId: string, schedule: string, account: string): string =>
  `${installation().publicUrl}${pathOfSchedule(jobId, schedule)}?of=${account}`;

/** Stickers to cut out, six on a page of letter paper. */
export function sheetOf(
  schedules: readonly OpenSchedule[],
  { name, phone }: Pick<Business, "name" | "phone">,
  account: string,
  createdAt: Temporal.Instant,
): DocumentRequest {
  const stickers = schedules.map(({ id, job, schedule }, at) => {
    const matrix = qrMatrix(stickerAddress(job.jobId, id, account));
    const side = matrix.length;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${qrPath(matrix)}"/></svg>`;
    return {
      // A sticker on a wall says what it's for, and not on which job.
      ...{ title: schedule.place ?? schedule.title, list: schedule.place === null ? "" : schedule.title },
      ...{ code: `code-${at}.svg`, svg, alt: `QR code that opens the checklist ${schedule.title}` },
    };
  });
  return {
    template: "tools/checklists/stickers/stickers.typ",
    createdAt,
    data: {
      ...{ title: "Checklist stickers", author: name ?? "Plumbline" },
      description: "Stickers that open checklists.",
      words: { scan: "Scan to open the checklist" },
      sender: [name, phone].filter(Boolean).join(", "),
      stickers: stickers.map(({ title, list, code, alt }) => ({ title, list, code, alt })),
    },
    files: Object.fromEntries(stickers.map(({ code, svg }) => [code, new TextEncoder().encode(svg)])),
  };
}
