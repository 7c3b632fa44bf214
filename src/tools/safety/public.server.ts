export { describeTalk } from "./paper/document.server.ts";
export { type Sign, signOf, standingOf, talkOf } from "./rules/talk.ts";
export { textOf } from "./rules/text.ts";
