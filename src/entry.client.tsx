import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { bringNewer } from "#platform/newer/load-newer.ts";
import { keepEarlyTyping } from "#ui/scripts/early-typing.ts";

const putBack = keepEarlyTyping();

function Hydrated() {
  // Runs after the effects of every part below.
  useEffect(putBack, []);
  return <HydratedRouter />;
}

// Without it the page stays as the server sent it, and its forms work.
void bringNewer().then(() =>
  startTransition(() => {
    hydrateRoot(document, <Hydrated />);
  }),
);
