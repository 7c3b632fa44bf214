export { DetailsFields, type DetailsValues } from "./settings/details-form.tsx";
export { ProfileFields } from "./settings/profile-fields.tsx";
export { DomainPart } from "./domain/section.tsx";
export { CHANNEL_FIELDS } from "./sending/channel-fields.tsx";
export { ColorField } from "./look/color-field.tsx";
export { Offers } from "./mailbox/section.tsx";
export { serverValues } from "./sending/services.ts";
export { ServiceChoices } from "./sending/service-choices.tsx";
export { HoursFields } from "./settings/hours-fields.tsx";
