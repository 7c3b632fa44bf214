export { FollowUpField } from "./offer/field.tsx";
