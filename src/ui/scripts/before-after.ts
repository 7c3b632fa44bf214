// Two photos of one place that lie on each other, with a slider between them. Without script they are beside
// each other.

const SLIDER = "[data-before-after] > input[type=range]";

const show = (slider: HTMLInputElement): void =>
  slider.parentElement?.style.setProperty("--uncovered", `${slider.value}%`);

for (const slider of document.querySelectorAll<HTMLInputElement>(SLIDER)) {
  slider.hidden = false;
  slider.parentElement?.setAttribute("data-on", "");
  show(slider);
}

addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches(SLIDER)) show(target);
});

export {};
