import type { Tool } from "#trade/jobs/public.tsx";
import { photoLabels } from "./labels.ts";
import { photoSource } from "./timeline.tsx";
import { photoId } from "./rules/ids.ts";
import { PHOTO } from "./rules/photo.ts";

/** Photos, as browsers know them. */
export const photosTool: Tool = {
  word: "photos",
  label: "Photos",
  icon: "photos",
  quick: { label: "Camera", icon: "camera", path: "camera" },
  screens: [
    { path: "", load: () => import("./roll/roll.tsx") },
    { path: "camera", load: () => import("./camera/camera.tsx") },
    { path: "shots", load: () => import("./shots/shots.tsx") },
    { path: "import", load: () => import("./import/import.tsx") },
  ],
  businessScreens: [{ path: "words", load: () => import("./words/words.tsx") }],
  glance: () => import("./glance.ts"),
  sources: [photoSource],
  labels: photoLabels,
  marks: { kind: PHOTO, recordOf: photoId },
};
