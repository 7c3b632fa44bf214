const RADIANS = Math.PI / 180;
/** The back camera looks so much up or down that it has no direction; then the phone's top has one. */
const LEAST_LEVEL = 0.3;

/** What a device says of its orientation, in degrees (W3C Device Orientation). */
export interface Orientation {
  readonly alpha: number | null;
  readonly beta: number | null;
  readonly gamma: number | null;
  /** Safari's own: already a direction. */
  readonly webkitCompassHeading?: number;
}

/** Where the back camera looks: degrees from 0 (north) to 359, clockwise; null if the device doesn't know. */
export function headingOf({ alpha, beta, gamma, webkitCompassHeading }: Orientation): number | null {
  if (typeof webkitCompassHeading === "number" && webkitCompassHeading >= 0)
    return Math.round(webkitCompassHeading) % 360;
  if (alpha === null || beta === null || gamma === null) return null;
  const [sinA, cosA] = [Math.sin(alpha * RADIANS), Math.cos(alpha * RADIANS)];
  const sinB = Math.sin(beta * RADIANS);
  const [sinG, cosG] = [Math.sin(gamma * RADIANS), Math.cos(gamma * RADIANS)];
  const east = -cosA * sinG - sinA * sinB * cosG;
  const north = -sinA * sinG + cosA * sinB * cosG;
  const degrees = Math.hypot(east, north) < LEAST_LEVEL ? -alpha : Math.atan2(east, north) / RADIANS;
  return Math.round(degrees + 720) % 360;
}
