import { useRef } from "react";
import { useNavigate } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { planPath } from "../paths.ts";
import { useOwnName, useToday } from "../talks/use-talks.ts";
import type { PlanText } from "./text.ts";
import { useLastCrew } from "./sheet.tsx";
import { startPlan } from "./start.ts";

/** Starts today’s plan from a text, with the people of the last talk or plan, and opens it. */
export function useBegin(): (text: PlanText) => Promise<void> {
  const { job, tell } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const [date, leader, people] = [useToday().toString(), useOwnName(), useLastCrew()];
  const isStarting = useRef(false);
  return async (text) => {
    // A second tap can come before the screen changes.
    if (isStarting.current) return;
    isStarting.current = true;
    try {
      await navigate(planPath(job, await startPlan(store, { job, date, text, leader, people })));
    } catch (error) {
      tell.failed(error);
    } finally {
      isStarting.current = false;
    }
  };
}
