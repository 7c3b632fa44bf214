import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadNewer } from "#platform/newer/load-newer.ts";
import { captureEarlyTyping } from "#ui/scripts/early-typing.ts";

const putBack = captureEarlyTyping();

function Hydrated() {
  // Runs after the effects of every part below.
  useEffect(putBack, []);
  return <HydratedRouter />;
}

// Without it the page stays as the server sent it, and its forms work.
void loadNewer().then(() =>
  startTransition(() => {
    hydrateRoot(document, <Hydrated />);
  }),
);
