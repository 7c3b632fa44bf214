export { SiteFrame } from "./frame.tsx";
