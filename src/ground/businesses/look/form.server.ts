import { AppError } from "#platform/errors/app-error.ts";
import { makeLogo } from "#platform/pictures/logo.server.ts";
import { colorFrom } from "./look.ts";

export interface LookInput {
  /** A re-encoded PNG; undefined when no file was chosen. */
  readonly logo: Uint8Array | undefined;
  /** Undefined leaves it unchanged; null removes it. */
  readonly color?: string | null | undefined;
}

/**
 * Reads the look form: `logo` is a file, `color` the typed text, `shown` its initial text, `picked` the color
 * picker's value, `began` its initial value. Typed text wins over the picker.
 * @throws AppError invalid, with a message per field
 */
export async function readLook(form: FormData): Promise<LookInput> {
  const errors: Record<string, string> = {};
  const { color, isUnusable = false } = readColor(form);
  if (isUnusable) errors["color"] = "Enter a color like #1a43ba, or leave it blank.";
  let logo: Uint8Array | undefined;
  const file = form.get("logo");
  // When no file was chosen, the form contains an empty file without a name.
  if (file instanceof File && (file.size > 0 || file.name !== ""))
    try {
      logo = await makeLogo(new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      errors["logo"] = error.message;
    }
  if (Object.keys(errors).length)
    throw new AppError("invalid", "Some fields need another look.", { fields: errors });
  return { logo, color };
}

function readColor(form: FormData): { color?: string | null; isUnusable?: boolean } {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : undefined;
  };
  const [typed, picked, shown] = [text("color"), text("picked"), text("shown") ?? ""];
  const isTyped = typed !== undefined && typed.toLowerCase() !== shown.toLowerCase();
  if (isTyped && typed === "") return { color: null };
  const chosen = isTyped ? typed : picked === text("began") ? undefined : picked;
  if (chosen === undefined) return {};
  const color = colorFrom(chosen);
  return color ? { color } : { isUnusable: true };
}
