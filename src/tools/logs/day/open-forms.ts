import { createContext } from "react";

/** Called with a draft's key when its form opens or closes. */
export const OpenForms = createContext<(of: string, isOpen: boolean) => void>(() => undefined);
