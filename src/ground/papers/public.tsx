export { PaperPage } from "./page/paper-page.tsx";
export { paperHeaders, paperMeta } from "./page/route-parts.ts";
export { AnsweredBy, MadeLink, SendForm, SentTo, ShareForm, SignedBy } from "./send/send-forms.tsx";
