import { createContext } from "react";

/** Called by each form of a day, with the key of its draft, when it opens and closes. */
export const OpenForms = createContext<(of: string, isOpen: boolean) => void>(() => undefined);
