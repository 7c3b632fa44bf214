import { createContext, useContext } from "react";
import type { Me } from "./current-user.ts";

export const CurrentUser = createContext<Me | null>(null);

/** The person on this device, and their business. */
export function useMe(): Me {
  const me = useContext(CurrentUser);
  if (!me) throw new Error("Nobody is known above this screen.");
  return me;
}
