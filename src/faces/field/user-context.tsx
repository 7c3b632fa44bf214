import { createContext, useContext } from "react";
import type { Me } from "./current-user.ts";

/** Who works on this device. */
export const CurrentUser = createContext<Me | null>(null);

/** Who works on this device, and in which business. */
export function useMe(): Me {
  const me = useContext(CurrentUser);
  if (!me) throw new Error("Nobody is known above this screen.");
  return me;
}
