import { createRoot } from "react-dom/client";
import { FieldApp } from "#features/field/app.tsx";
import { Navigation } from "#features/site/navigation.tsx";
import { Places } from "#features/site/places.tsx";
import { fieldRoutes } from "./field-routes.tsx";
import { worded } from "./worded.ts";
import "#ui/enhance.ts";
import "#ui/styles.css";

createRoot(document.getElementById("field")!).render(
  <FieldApp
    routes={fieldRoutes}
    words={worded}
    bar={(me) => (
      <>
        <Navigation viewer="member" account={{ business: me?.business ?? null, several: false, tools: [], operates: false }} />
        {me && me.role !== "guest" ? <Places /> : null}
      </>
    )}
  />,
);
