export const handle = { static: true };

export const meta = () => [{ title: "Automated client follow-up for busy service pros." }];

export default function Home() {
  return <h1>Automated Client Follow-Up for Busy Service Pros</h1>;
}
