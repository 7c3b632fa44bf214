export { SiteFrame } from "./frame/frame.tsx";
