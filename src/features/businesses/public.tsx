export { DetailsFields, type DetailsValues } from "./details-form.tsx";
export { ColorField } from "./color-field.tsx";
