/** Degrees. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
  /** Meters. */
  readonly accuracy: number;
}

const isFinite = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** A place that a device wrote; null if there is none or it isn't complete. */
export function placeOf(value: unknown): Place | null {
  const { lat, lon, accuracy } = (value ?? {}) as Partial<Record<keyof Place, unknown>>;
  return isFinite(lat) && isFinite(lon) && isFinite(accuracy) ? { lat, lon, accuracy } : null;
}

/** `43.61501, -116.20231 ± 8 m`. Five decimals are about a meter. */
export const formatPlaceLine = ({ lat, lon, accuracy }: Place): string =>
  `${lat.toFixed(5)}, ${lon.toFixed(5)} ± ${Math.round(accuracy).toLocaleString("en-US")} m`;

/** A Google Maps link to the position, or else to the address; null without either. */
export function directionsTo({
  address,
  position,
}: {
  readonly address: string | null;
  readonly position: { readonly lat: number; readonly lon: number } | null;
}): string | null {
  const to = position ? `${position.lat},${position.lon}` : address;
  return to && `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}`;
}
