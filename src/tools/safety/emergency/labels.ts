import { formatIfPresent, formatTyped, type KindLabels } from "#trade/fieldwork/public.tsx";
import { emergencyPath } from "../paths.ts";
import { callsOf, careOf, describePosition, EMERGENCY, emergencyOf, SPOTS } from "./emergency.ts";

const care = (label: string): KindLabels["fields"][string] => ({
  label,
  none: "None",
  say: (value) =>
    formatIfPresent(careOf(value), ({ name, address, phone }) =>
      [name, address, phone].filter(Boolean).join(", "),
    ),
});

/** The fields of an emergency card, for conflicts, changes and what was refused. */
export const emergencyLabels: KindLabels = {
  kind: EMERGENCY,
  name: "Emergency card",
  pageOf: emergencyPath,
  fields: {
    address: formatTyped("Address for 911"),
    access: formatTyped("How to get in"),
    position: {
      label: "Coordinates",
      none: "None",
      say: (position) => formatIfPresent(emergencyOf({ position }).position, describePosition),
    },
    ...{ hospital: care("Hospital"), clinic: care("Clinic") },
    calls: {
      label: "Who to call",
      say: (value) =>
        callsOf(value)
          .map((call) => [call.role, call.name, call.phone].filter(Boolean).join(" "))
          .join("; ") || "Nobody",
    },
    "spots.*": {
      ...formatTyped(""),
      label: ({ rest }) => SPOTS.find(({ key }) => key === rest)?.en ?? "Where it is",
    },
  },
};
