import { createContext } from "react";

/** Told by each form of a day whether it is open, by what its draft is of. */
export const OpenForms = createContext<(of: string, isOpen: boolean) => void>(() => undefined);
