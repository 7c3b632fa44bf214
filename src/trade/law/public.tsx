export { CancelNoticeForm } from "./cancel/notice-form.tsx";
export { Reminders } from "./reminders.tsx";
