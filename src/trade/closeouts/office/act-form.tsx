import { actForms } from "#ground/papers/public.tsx";
import { ACTS } from "./acts.ts";

export const { ActForm, ActButton } = actForms(ACTS);
