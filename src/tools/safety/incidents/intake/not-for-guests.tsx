import type { ReactNode } from "react";
import { useScreen } from "#trade/fieldwork/public.tsx";

/** Incidents are for the people of the business. */
export function NotForGuests({ children }: { children: ReactNode }) {
  const { isOwnBusiness } = useScreen();
  return isOwnBusiness ? (
    children
  ) : (
    <p className="max-w-measure">
      Tell your contact at the business what happened. Only people of the business report incidents here.
    </p>
  );
}
