export { VisitsSection } from "./section.tsx";
