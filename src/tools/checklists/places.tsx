import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { PlacesList } from "#trade/places/public.tsx";
import { BackToChecklists } from "./back.tsx";

/** The levels, rooms and units of a job. */
export default function PlacesScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Places">
      <BackToChecklists />
      <PlacesList />
    </ToolPage>
  );
}
