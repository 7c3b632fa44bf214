import { readNumber, readRecord, readText, type Values } from "#ground/sync/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";

/** The record of what a crew needs in an emergency; one per job. */
export const EMERGENCY = "safety.emergency";
/** Derived, so that two phones without a signal write one. */
export const emergencyId = (job: string): string => derivedId("safety.emergency", job);

/** Characters. */
export const LONGEST = { address: 300, access: 500, name: 120, phone: 40, spot: 200 } as const;
export const MOST_CALLS = 8;
const FEWEST_DIGITS = 3;

/** What people look for, in the order of the card. The names are part of fields, so they never change. */
export const SPOTS = [
  { key: "extinguisher", en: "Fire extinguisher", es: "Extintor" },
  { key: "aed", en: "AED", es: "Desfibrilador (DEA)" },
  { key: "firstAid", en: "First-aid kit", es: "Botiquín" },
  { key: "muster", en: "Meeting point", es: "Punto de reunión" },
  { key: "gas", en: "Gas shut-off", es: "Llave de gas" },
  { key: "water", en: "Water shut-off", es: "Llave de agua" },
  { key: "power", en: "Power shut-off", es: "Corte de luz" },
] as const;

/** A hospital or a clinic. */
export interface Care {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
}

/** Somebody to call. */
export interface Call {
  readonly role: string;
  readonly name: string;
  readonly phone: string;
}

export interface EmergencyCard {
  /** As 911 needs it. */
  readonly address: string;
  /** How an ambulance gets in. */
  readonly access: string;
  /** Degrees. */
  readonly position: { readonly lat: number; readonly lon: number } | null;
  readonly hospital: Care | null;
  readonly clinic: Care | null;
  readonly calls: readonly Call[];
  /** By key of `SPOTS`; empty where nobody said. */
  readonly spots: Readonly<Record<string, string>>;
}

export function careOf(value: unknown): Care | null {
  const { name, address, phone } = readRecord(value) ?? {};
  const care = { name: readText(name), address: readText(address), phone: readText(phone) };
  return care.name === "" ? null : care;
}

export function callsOf(value: unknown): Call[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const { role, name, phone } = readRecord(one) ?? {};
    const call = { role: readText(role), name: readText(name), phone: readText(phone) };
    return call.phone === "" ? [] : [call];
  });
}

/** Reads a card from the values of its record. */
export function emergencyOf(values: Values): EmergencyCard {
  const position = readRecord(values["position"]);
  const [lat, lon] = [readNumber(position?.["lat"]), readNumber(position?.["lon"])];
  return {
    ...{ address: readText(values["address"]), access: readText(values["access"]) },
    position: lat === null || lon === null ? null : { lat, lon },
    ...{ hospital: careOf(values["hospital"]), clinic: careOf(values["clinic"]) },
    calls: callsOf(values["calls"]),
    spots: Object.fromEntries(SPOTS.map(({ key }) => [key, readText(values[`spots.${key}`])])),
  };
}

/** Whether a phone could dial it; letters are fine beside digits, as in 1-800-CALL-NOW. */
export const isPhone = (typed: string): boolean => typed.replaceAll(/\D/g, "").length >= FEWEST_DIGITS;

/** "43.61502, -116.20232", as a dispatcher types it. Five decimals are about a meter. */
export const describePosition = ({ lat, lon }: NonNullable<EmergencyCard["position"]>): string =>
  `${lat.toFixed(5)}, ${lon.toFixed(5)}`;

/** What a form has typed of a card, by field name. */
export type TypedCard = Readonly<Record<string, string>>;

export const ROLE_IDEAS = ["Superintendent", "Foreman", "Safety manager", "Office", "Client", "Gas company"];

/**
 * Reads the form of a card.
 * @param position what was typed as coordinates: null for none, undefined if it isn’t on earth
 * @returns values by field, and what is wrong by field of the form
 */
export function readCard(
  typed: TypedCard,
  position: EmergencyCard["position"] | undefined,
): { readonly card: EmergencyCard; readonly faults: Readonly<Record<string, string>> } {
  const faults: Record<string, string> = {};
  const text = (field: string) => (typed[field] ?? "").trim();
  if (text("address") === "") faults["address"] = "Enter the address that you would tell 911.";
  if (position === undefined)
    faults["coordinates"] = "Enter a latitude and a longitude, such as 43.61502, -116.20232.";
  const checkPhone = (field: string) => {
    if (text(field) !== "" && !isPhone(text(field)))
      faults[field] = "Enter a phone number that a phone can dial.";
  };
  const care = (of: "hospital" | "clinic"): Care | null => {
    const [name, address, phone] = [text(`${of}-name`), text(`${of}-address`), text(`${of}-phone`)];
    if (name === "" && (address !== "" || phone !== "")) faults[`${of}-name`] = `Enter the ${of}’s name.`;
    checkPhone(`${of}-phone`);
    return name === "" ? null : { name, address, phone };
  };
  const calls = Array.from({ length: MOST_CALLS }, (_, at) => {
    const call = { role: text(`role-${at}`), name: text(`name-${at}`), phone: text(`phone-${at}`) };
    if (call.phone === "" && (call.role !== "" || call.name !== ""))
      faults[`phone-${at}`] = "Enter their phone number.";
    checkPhone(`phone-${at}`);
    if (call.phone !== "" && call.role === "" && call.name === "")
      faults[`role-${at}`] = "Say who answers this number.";
    return call;
  }).filter(({ phone }) => phone !== "");
  return {
    card: {
      ...{ address: text("address"), access: text("access"), position: position ?? null, calls },
      ...{ hospital: care("hospital"), clinic: care("clinic") },
      spots: Object.fromEntries(SPOTS.map(({ key }) => [key, text(`spot-${key}`)])),
    },
    faults,
  };
}

/** The fields of a record that differ between two cards, with their new values. */
export function changesBetween(before: EmergencyCard, after: EmergencyCard) {
  const all = (card: EmergencyCard) => ({
    ...{ address: card.address || null, access: card.access || null, position: card.position },
    ...{ hospital: card.hospital, clinic: card.clinic, calls: card.calls },
    ...Object.fromEntries(SPOTS.map(({ key }) => [`spots.${key}`, card.spots[key] || null])),
  });
  const was: Readonly<Record<string, unknown>> = all(before);
  return Object.fromEntries(
    Object.entries(all(after)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field]),
    ),
  );
}
