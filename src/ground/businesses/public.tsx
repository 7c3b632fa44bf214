export { DetailsFields, type DetailsValues } from "./details-form.tsx";
export { DomainPart } from "./domain-section.tsx";
export { CHANNEL_FIELDS } from "./sending-fields.tsx";
export { ColorField } from "./color-field.tsx";
