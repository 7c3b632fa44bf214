export { PaperPage } from "./page/paper-page.tsx";
export { AnsweredBy, MadeLink, SendForm, SentTo, ShareForm, SignedBy } from "./send/send-forms.tsx";
