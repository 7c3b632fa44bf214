import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadNewer } from "#platform/newer/load-newer.ts";
import { captureEarlyTyping } from "#ui/scripts/early-typing.ts";

const putBack = captureEarlyTyping();

function Hydrated() {
  // Runs after the effects of every component below.
  useEffect(putBack, []);
  return <HydratedRouter />;
}

// If this fails, the page stays as the server sent it, and its forms still work.
void loadNewer().then(() =>
  startTransition(() => {
    hydrateRoot(document, <Hydrated />);
  }),
);
