import type { Units } from "./units.ts";

// Formats values of records, which are in SI, with their unit: "0.55 in".

const quantity = (value: number, most: number, unit: string) =>
  `${value.toLocaleString("en-US", { maximumFractionDigits: most })}\u00A0${unit}`;
export const degrees = (celsius: number, units: Units) =>
  units === "us" ? quantity((celsius * 9) / 5 + 32, 0, "°F") : quantity(celsius, 0, "°C");
export const rain = (mm: number, units: Units) =>
  units === "us" ? quantity(mm / 25.4, 2, "in") : quantity(mm, 1, "mm");
export const snow = (cm: number, units: Units) =>
  units === "us" ? quantity(cm / 2.54, 1, "in") : quantity(cm, 1, "cm");
export const wind = (ms: number, units: Units) =>
  units === "us" ? quantity(ms * 2.236_936, 0, "mph") : quantity(ms * 3.6, 0, "km/h");
export const distance = (meters: number, units: Units) =>
  units === "us" ? quantity(meters / 1609.344, 1, "mi") : quantity(meters / 1000, 1, "km");
