export { ReviewSection } from "./today/section.tsx";
