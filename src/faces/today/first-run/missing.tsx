import { LinkButton } from "#ui/button.tsx";
import type { Need } from "./needs.ts";
import { stepAddress } from "./steps.ts";

/**
 * Lists what a step still needs, with links to the steps that provide it; replaces a button that could
 * only fail.
 */
export function Missing({ needs }: { needs: readonly Need[] }) {
  return (
    <ul className="grid gap-6">
      {needs.map(({ step, words, act }, at) => (
        <li key={step}>
          <p className="mb-3 max-w-measure text-lg">{words}</p>
          <LinkButton href={stepAddress(step)} kind={at === 0 ? "signal" : "plain"} size="large">
            {act}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
