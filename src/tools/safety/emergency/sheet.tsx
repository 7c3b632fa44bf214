import { directionsTo } from "#trade/fieldwork/public.ts";
import { dialled } from "#ui/dialled.ts";
import { type Care, describePosition, type EmergencyCard, SPOTS } from "./emergency.ts";

/** A number that a thumb dials. */
const Dial = ({ phone, whose }: { phone: string; whose: string }) => (
  <a className="button emergency-dial" data-kind="plain" href={`tel:${dialled(phone)}`}>
    <span className="sr-only">Call {whose}: </span>
    {phone}
  </a>
);

/** An emergency card, read at arm's length in the sun; for the field and for the page without an account. */
export function EmergencySheet({ card }: { card: EmergencyCard }) {
  const { address, access, position, hospital, clinic, calls, spots } = card;
  const places = SPOTS.filter(({ key }) => spots[key]);
  const to = directionsTo({ address: address || null, position });
  return (
    <div className="emergency">
      <a className="button" data-kind="signal" data-size="large" data-wide="" href="tel:911">
        Call 911
      </a>
      <section aria-labelledby="emergency-where">
        <h2 id="emergency-where">Tell them where we are</h2>
        <p className="emergency-address">{address || "No address yet"}</p>
        {access ? <p className="whitespace-pre-line">{access}</p> : null}
        {position ? (
          <p>
            <span className="emergency-label">Coordinates</span>
            <b data-figures="">{describePosition(position)}</b>
          </p>
        ) : null}
        {to ? (
          <p>
            <a className="text-link" href={to}>
              Directions to here
            </a>
          </p>
        ) : null}
      </section>
      {hospital ? <CareLine title="Hospital" care={hospital} /> : null}
      {clinic ? <CareLine title="Clinic" care={clinic} /> : null}
      {calls.length > 0 ? (
        <section aria-labelledby="emergency-calls">
          <h2 id="emergency-calls">Who to call</h2>
          <ul>
            {calls.map(({ role, name, phone }) => (
              <li key={`${role} ${name} ${phone}`} className="emergency-call">
                <span>
                  <b>{role || name}</b>
                  {role && name ? <span className="emergency-label">{name}</span> : null}
                </span>
                <Dial phone={phone} whose={role || name} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {places.length > 0 ? (
        <section aria-labelledby="emergency-spots">
          <h2 id="emergency-spots">Where it is</h2>
          <dl>
            {places.map(({ key, en, es }) => (
              <div key={key}>
                <dt>
                  {en}
                  <span className="emergency-label" lang="es">
                    {es}
                  </span>
                </dt>
                <dd>{spots[key]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </div>
  );
}

function CareLine({ title, care }: { title: string; care: Care }) {
  const to = directionsTo({ address: care.address || null, position: null });
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <div className="emergency-call">
        <span>
          <b>{care.name}</b>
          {care.address ? <span className="emergency-label">{care.address}</span> : null}
        </span>
        {care.phone ? <Dial phone={care.phone} whose={care.name} /> : null}
      </div>
      {to ? (
        <p>
          <a className="text-link" href={to}>
            Directions<span className="sr-only"> to {care.name}</span>
          </a>
        </p>
      ) : null}
    </section>
  );
}
