import { defineStorageUse } from "#ground/media/public.server.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import type { ServerTool } from "#trade/jobs/public.server.ts";
import { publishTalks } from "./api/publish.server.ts";
import { safetyResource } from "./api/resource.server.ts";
import { defineCardsDue, safetyCardAccountsFunction } from "./cards/due.server.ts";
import { defineCards } from "./cards/kinds.server.ts";
import { defineFormsDue, safetyFormsAccountsFunction } from "./due/forms-due.server.ts";
import { defineTalksDue, safetyClockAccountsFunction } from "./due/talks-due.server.ts";
import { defineEmergencyCards } from "./emergency/kind.server.ts";
import { planDescriber } from "./hazards/describe.server.ts";
import { defineIncidentsDue } from "./incidents/stored/due.server.ts";
import { defineIncidents } from "./incidents/stored/kinds.server.ts";
import { numberIncidentTask } from "./incidents/stored/number.server.ts";
import { defineTalks } from "./kinds.server.ts";
import { inspectionReport } from "./inspections/report.server.ts";
import { defineOrientations } from "./orientation/kind.server.ts";
import { numberSheetTask } from "./paper/number.server.ts";
import { kindOf, numberOf, TALK, talkOf, titleOf } from "./rules/talk.ts";
import { defineSheetsDue, safetySheetAccountsFunction } from "./sheets/due.server.ts";
import { safetySheetsFoundFunction } from "./sheets/functions.server.ts";
import { defineSheets } from "./sheets/kinds.server.ts";
import { copySheetTask } from "./sheets/save.server.ts";
import { measureSheets } from "./sheets/stored.server.ts";
import { safetyTables } from "./tool-tables.server.ts";
import { loadSafetySection } from "./today/section.server.ts";

/** Safety, as the server knows it. */
export const safetyOnServer: ServerTool = {
  word: "safety",
  defineKinds() {
    defineTalks();
    defineIncidents();
    defineSheets();
    defineEmergencyCards();
    defineCards();
    defineOrientations();
  },
  defineDue() {
    defineTalksDue();
    defineFormsDue();
    defineIncidentsDue();
    defineCardsDue();
    defineSheetsDue();
  },
  shapes: [inspectionReport],
  tables: safetyTables,
  tasks: [numberSheetTask, numberIncidentTask, copySheetTask],
  listen() {
    publishTalks();
    defineStorageUse("safety_sheet_versions", measureSheets);
  },
  api: safetyResource,
  loadToday: loadSafetySection,
  functions: [
    safetyClockAccountsFunction,
    safetyFormsAccountsFunction,
    safetySheetsFoundFunction,
    safetyCardAccountsFunction,
    safetySheetAccountsFunction,
  ],
  describers: [
    {
      kind: TALK,
      // Without names: a report leaves the business.
      tell({ fields }) {
        const [first, talk] = [firstWritten(fields), talkOf(shownFields(fields))];
        if (!first || !talk.text) return [];
        const count = talk.people.length;
        const lines = [
          [numberOf(talk), `led by ${talk.leader}`, `${count} ${count === 1 ? "person" : "people"}`].join(
            ", ",
          ),
          ...(talk.notes ? [`Agreed: ${talk.notes}`] : []),
        ];
        return [
          { at: first.at, by: first.by, title: `${kindOf(talk)}: ${titleOf(talk)}`, lines, photos: [] },
        ];
      },
    },
    planDescriber,
  ],
};
