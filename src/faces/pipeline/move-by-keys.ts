import { STAGE_ORDER } from "./stage-labels.ts";

const STEPS: Readonly<Record<string, readonly [stages: number, people: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/**
 * Arrow keys move between names, and to the next stage with people; 1 to 5 move the focused person.
 * Elsewhere on the board, and with a modifier, keys are the browser's.
 * @returns `{lead}:{stage}` when a person to be moved
 */
export function moveByKeys(event: KeyboardEvent, board: HTMLElement): string | undefined {
  const here =
    event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-person]") : null;
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const stage = STAGE_ORDER.find((one) => one === here.dataset["stage"])!;
  const to = STAGE_ORDER[Number(event.key) - 1];
  if (to) {
    event.preventDefault();
    return to === stage ? undefined : `${here.dataset["person"]}:${to}`;
  }
  const step = STEPS[event.key];
  if (!step) return undefined;
  event.preventDefault();
  const columns = STAGE_ORDER.map((one) => [...board.querySelectorAll<HTMLElement>(`[data-stage="${one}"]`)]);
  const at = STAGE_ORDER.indexOf(stage);
  const place = columns[at]!.indexOf(here);
  const [across, along] = step;
  if (along) columns[at]![place + along]?.focus();
  else {
    for (let next = at + across; columns[next]; next += across) {
      const people = columns[next]!;
      if (!people.length) continue;
      people[Math.min(place, people.length - 1)]!.focus();
      break;
    }
  }
  return undefined;
}
