import { lastWritten } from "#trade/fieldwork/public.ts";
import { photosShown, type ServerTool } from "#trade/jobs/public.server.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { deliveriesResource } from "./api.server.ts";
import { defineExpected } from "./due.server.ts";
import { defineDeliveries } from "./kinds.server.ts";
import { DELIVERY, deliveryOf, deliveryTitle } from "./rules.ts";
import { listenForSlips } from "./slip.server.ts";
import { deliveries } from "./tables.server.ts";

/** Deliveries, as the server knows them. */
export const deliveriesOnServer: ServerTool = {
  word: "deliveries",
  defineKinds: defineDeliveries,
  tables: [
    {
      table: deliveries,
      rights: { read: "work.read", write: "work.write", ofJob: true },
      takeover: { harmless: "records of a job, which only people who are signed in read" },
      privacy: { rows: ["work"], personal: "what", plain: "state" },
    },
  ],
  defineDue: defineExpected,
  listen: listenForSlips,
  describers: [
    {
      kind: DELIVERY,
      tell(record) {
        const last = lastWritten(record.fields);
        const delivery = deliveryOf(shownFields(record.fields));
        const photos = photosShown(record).map((sha256) => ({ sha256, caption: delivery.what }));
        return last ? [{ at: last.at, by: last.by, title: deliveryTitle(delivery), lines: [], photos }] : [];
      },
    },
  ],
  api: deliveriesResource,
};
