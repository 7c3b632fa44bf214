export { PlaceField } from "./place-field.tsx";
export { PlacesList } from "./places.tsx";
export { usePlaces } from "./use-places.ts";
