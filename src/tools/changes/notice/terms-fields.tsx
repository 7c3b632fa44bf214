import { fieldText } from "#trade/fieldwork/public.ts";
import type { Faults } from "#trade/fieldwork/public.tsx";
import { Field, Select, TextArea } from "#ui/field.tsx";
import { isEmail, LONGEST, NOTICE_WAYS, type NoticeTo, noticeToOf, WAY_LABELS } from "./given.ts";

/** To whom and how the contract wants notice, as the form of a job's terms has it, or what is wrong. */
export function readNoticeFields(form: FormData): { readonly to: NoticeTo | null; readonly faults: Faults } {
  const typed = {
    ...{ way: fieldText(form, "noticeWay"), name: fieldText(form, "noticeName") },
    ...{ email: fieldText(form, "noticeEmail").toLowerCase(), address: fieldText(form, "noticeAddress") },
  };
  const to = noticeToOf(typed);
  if (typed.way === "email" && !isEmail(typed.email))
    return { to, faults: { noticeEmail: "Enter an email address, such as dana@example.com." } };
  const isMissing = typed.way !== "" && !to;
  return { to, faults: isMissing ? { noticeAddress: "Enter where notice goes." } : {} };
}

/** Inputs for it, beginning with the job's client. */
export function NoticeToFields({
  to,
  client,
  errorOf,
}: {
  to: NoticeTo | null;
  client: { readonly name: string | null; readonly email: string | null; readonly address: string | null };
  errorOf: (field: string) => string | undefined;
}) {
  return (
    <>
      <Select
        name="noticeWay"
        label="How the contract wants notice"
        placeholder="Not entered"
        unmarked
        defaultValue={to?.way ?? ""}
        options={NOTICE_WAYS.map((value) => ({ value, label: WAY_LABELS[value] }))}
      />
      <div className="estimate-two">
        <Field
          name="noticeName"
          label="Notice goes to"
          unmarked
          maxLength={LONGEST.name}
          defaultValue={to?.name ?? client.name ?? ""}
        />
        <Field
          name="noticeEmail"
          label="Email for notices"
          unmarked
          maxLength={LONGEST.email}
          defaultValue={to?.email || client.email || ""}
          error={errorOf("noticeEmail")}
        />
      </div>
      <TextArea
        name="noticeAddress"
        label="Address for notices"
        unmarked
        rows={3}
        maxLength={LONGEST.address}
        defaultValue={to?.address || client.address || ""}
        error={errorOf("noticeAddress")}
      />
    </>
  );
}
