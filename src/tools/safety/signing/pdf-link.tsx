import type { ShownRecord } from "#ground/sync/public.tsx";
import { sendState, useOnline, useScreen } from "#trade/fieldwork/public.tsx";

/** The paper of a talk or plan, once the server has it. */
export function PdfLink({ record, href }: { record: ShownRecord; href: string }) {
  const isOnline = useOnline();
  const { isOwnBusiness } = useScreen();
  if (!isOwnBusiness) return null;
  return isOnline && sendState(record) === "saved" ? (
    <p className="mt-6">
      <a className="button" data-kind="plain" href={href}>
        Open the PDF
      </a>
    </p>
  ) : (
    <p className="estimate-quiet mt-6">Saved on this phone. Its PDF is here once you have a signal.</p>
  );
}
