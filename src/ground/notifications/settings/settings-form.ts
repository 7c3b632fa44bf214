import { CHANNELS, type Channel } from "../kinds.ts";
import { USUAL_QUIET } from "./quiet-hours.ts";

/** The settings of one person, as their form has them. */
export interface SettingsValues {
  /** Channels that are on, by kind. */
  readonly channels: Readonly<Record<string, readonly Channel[]>>;
  readonly hearsAll: boolean;
  readonly isQuiet: boolean;
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly zone: string;
  readonly holdsEmail: boolean;
  /** Whether it was the form of the number for texts, and the number as typed. */
  readonly isOfTexts: boolean;
  readonly phone: string;
}

/** The name of one box of the table. */
export const boxName = (kind: string, channel: Channel): string => `${kind}.${channel}`;

type Fields = Readonly<Record<string, string | undefined>>;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Reads a posted form. @param kinds those that the form showed */
export function readSettings(
  fields: Fields,
  kinds: readonly string[],
  isZone: (zone: string) => boolean,
): { readonly values: SettingsValues; readonly errors: Readonly<Record<string, string>> } {
  const isOn = (name: string) => fields[name] === "yes";
  const values: SettingsValues = {
    channels: Object.fromEntries(
      kinds.map((kind) => [kind, CHANNELS.filter((channel) => isOn(boxName(kind, channel)))]),
    ),
    hearsAll: isOn("hearsAll"),
    isQuiet: isOn("isQuiet"),
    quietFrom: fields["quietFrom"] || USUAL_QUIET.from,
    quietTo: fields["quietTo"] || USUAL_QUIET.to,
    zone: fields["zone"] ?? "",
    holdsEmail: isOn("holdsEmail"),
    isOfTexts: fields["do"] !== undefined,
    phone: fields["phone"] ?? "",
  };
  const errors: Record<string, string> = {};
  if (!values.isQuiet) return { values, errors };
  for (const name of ["quietFrom", "quietTo"] as const)
    if (!TIME.test(values[name])) errors[name] = "Enter a time, such as 9:00 PM.";
  if (values.quietFrom === values.quietTo)
    errors["quietTo"] ??= "Choose a time other than the one they begin at.";
  if (!isZone(values.zone)) errors["zone"] = "Choose your time zone.";
  return { values, errors };
}
