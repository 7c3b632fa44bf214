import type { ApiResource } from "#platform/api/resource.ts";
import { id } from "#platform/api/shape-parts.ts";
import { photosCalls, PLACE_SCOPE } from "./endpoints.server.ts";
import { galleriesCalls, Gallery, GalleryList } from "./galleries.server.ts";
import { Photo, PhotoList, PhotoSummary } from "./shapes.ts";

const scope = "photos:read" as const;
const byGuests = ["companyId", "photoId"];
const carries = ["jobId", ...byGuests];

/** `/api/v1/photos`, and what webhooks hear of photos and shot lists. */
export const photosResource: ApiResource = {
  scopes: {
    [scope]: "See photos of jobs with their tags, and download them as you’d share them",
    [PLACE_SCOPE]: "See where photos were taken",
  },
  events: {
    "photo.added": { label: "A photo of a job was added", scope, carries, byGuests },
    "photo.changed": { label: "A photo’s caption, tags, or marks changed", scope, carries, byGuests },
    "photo.hidden": { label: "A photo was hidden or deleted", scope, carries },
    "photo.restored": { label: "A hidden or deleted photo was restored", scope, carries },
    "shot_list.done": { label: "A shot list is done", scope, carries: ["jobId", "shotListId"] },
  },
  details: {
    photoId: id.optional(),
    shotListId: id.optional(),
  },
  answers: { Photo, PhotoList, PhotoSummary, Gallery, GalleryList },
  endpoints: [...photosCalls, ...galleriesCalls],
};
