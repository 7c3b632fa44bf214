/** Whether a text is a `#rrggbb` color. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** WCAG 2 relative luminance of `#rrggbb`, from 0 (black) to 1 (white). */
function luminance(color: string): number {
  const light = (at: number) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * light(1) + 0.7152 * light(3) + 0.0722 * light(5);
}

/** Contrast ratio of two colors, from 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const lights = [luminance(one), luminance(other)];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

/** Black or white, whichever is more legible on this color: never less than 4.5 to 1. */
export function textOn(color: string): "#000000" | "#ffffff" {
  return contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000";
}

/** Whether text of this color is legible on all of these backgrounds: 4.5 to 1 at least (WCAG AA). */
export function readsOn(color: string, grounds: readonly string[]): boolean {
  return isColor(color) && grounds.every((ground) => contrast(color, ground) >= 4.5);
}
