export { actForms } from "./office/act-forms.tsx";
export { AnswerForm, type PaperRefusal } from "./page/answer-form.tsx";
export { PaperPage } from "./page/paper-page.tsx";
export { paperHeaders, paperMeta } from "./page/route-parts.ts";
export {
  AnsweredBy,
  ApproversField,
  MadeLink,
  SendForm,
  SentTo,
  ShareForm,
  SignedBy,
} from "./send/send-forms.tsx";
