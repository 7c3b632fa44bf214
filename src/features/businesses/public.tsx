export { DetailsFields, type DetailsValues } from "./details-form.tsx";
