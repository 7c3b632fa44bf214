// Detects the language of typed answers, so that we can explain that we write in English. Prefers silence
// over a wrong guess: names, places and single foreign words are common in English answers.

/** Scripts not used for English, with the name of their language. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Korean", /\p{Script=Hangul}/gu],
  ["Chinese", /\p{Script=Han}/gu],
  ["Russian or another language in Cyrillic letters", /\p{Script=Cyrillic}/gu],
  ["Arabic or another language in Arabic letters", /\p{Script=Arabic}/gu],
  ["Hebrew", /\p{Script=Hebrew}/gu],
  ["Greek", /\p{Script=Greek}/gu],
  ["Thai", /\p{Script=Thai}/gu],
  ["Hindi or another language in Devanagari letters", /\p{Script=Devanagari}/gu],
  ["Bengali", /\p{Script=Bengali}/gu],
  ["Punjabi", /\p{Script=Gurmukhi}/gu],
  ["Gujarati", /\p{Script=Gujarati}/gu],
  ["Tamil", /\p{Script=Tamil}/gu],
  ["Telugu", /\p{Script=Telugu}/gu],
  ["Armenian", /\p{Script=Armenian}/gu],
  ["Georgian", /\p{Script=Georgian}/gu],
  ["Amharic or another language in Ethiopic letters", /\p{Script=Ethiopic}/gu],
  ["Khmer", /\p{Script=Khmer}/gu],
];

/** Function words of each language that hardly occur in English or in names. */
const WORDS: Readonly<Record<string, string>> = {
  Spanish:
    "para con sin los las una del que por más nuestro nuestra nuestros nuestras sus casas casa hogar hogares techos techo dueños propietarios clientes cómo cuánto cuesta precio precios quiero queremos somos ofrecemos servicios instalación reparación cocinas baños jardines antes después también muy y su como hacer su este esta presupuesto es",
  French:
    "pour avec sans les des une du dans nous vous votre notre vos nos est sont être très plus que qui chez aux toiture maison maisons propriétaires clients combien comment prix devis rénovation nos cuisine salle de et avant après aussi ou sur",
  German:
    "für mit ohne und der die das den dem des ein eine einen ist sind wir ihr unsere unser nicht auch von zur zum bei nach über dach dächer haus häuser hausbesitzer eigentümer kunden wie viel kosten preis angebot küche küchen bäder garten vor oder werden",
  Portuguese:
    "para com sem os as uma do da dos das não você nós nosso nossa nossos nossas são mais muito telhado telhados casa casas proprietários clientes como quanto custa preço preços orçamento serviços instalação cozinhas banheiros também antes depois e em no na por",
  Italian:
    "per con senza gli della delle degli dei nel nella sono siamo nostro nostra nostri più molto che come quanto costa prezzo prezzi tetto tetti casa case proprietari clienti preventivo cucina cucine bagni giardini prima dopo anche ed di il",
  Polish:
    "dla bez oraz nie jest są się jak ile kosztuje cena ceny domu domów dach dachy dachów właścicieli właściciele klientów klienci nasze nasza usługi montaż naprawa kuchnie łazienki przed przez na do od czy i w z",
  Dutch:
    "voor met zonder het een van naar zijn wij onze niet ook dak daken huis huizen huiseigenaren klanten hoeveel kosten prijs offerte keuken keukens badkamers tuin hoe en of bij wat uw",
  Vietnamese:
    "cho và của không có là với nhà mái những các được người chúng tôi bạn giá bao nhiêu khách hàng sửa chữa lắp đặt chủ dịch vụ cách khi trước sau",
  Tagalog:
    "para mga ang ng sa na ay kung paano magkano bahay bubong ng namin natin aming inyong hindi may mayroon kami kayo",
  Turkish:
    "için ile ve bir bu çatı ev evler müşteri müşteriler fiyat nasıl kaç ne kadar hizmet hizmetleri sahipleri bizim olarak daha çok",
  Romanian:
    "pentru cu fără și sau este sunt casă case acoperiș acoperișuri proprietari clienți cât costă preț prețuri servicii nostru noastră mai foarte din la",
  "Haitian Creole": "pou ak nan yo nou ou kay konbyen kijan pri kliyan travay fè moun ki gen se sa",
};

/** Words equally common in English, in names or on shop signs. */
const NEUTRAL = new Set(
  "a an as at is in on or of the no do e i me casa de la el del das dos die den des with for and we you your our patio plaza sans per via villa san santa san los las man men son sin con come case nan gen ou set fit sent main pour sale from to by it out over sun van na may ang travel kami has not us".split(
    " ",
  ),
);

/** Common English words. A text with many of them is English whatever else it contains. */
const ENGLISH = new Set(
  "the and of to for in with a an is are our your you we who that on at from or before after without not how what when why need want new old more less home homes house houses homeowner homeowners owner owners people families business businesses roof roofs deck decks kitchen kitchens bath bathroom bathrooms repair repairs replacement install installation building built get book call quote quotes visit free cost costs price prices choose choosing hire hiring their they it its this by can do does should area near".split(
    " ",
  ),
);

const tokens = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFC")
    .match(/[\p{L}\p{M}]+(?:['’][\p{L}]+)*/gu) ?? [];

/**
 * The English name of the answers' language if clearly not English; otherwise undefined.
 * @param answers sentences and phrases; leave out names of people and companies, which prove nothing
 */
export function otherLanguage(answers: readonly string[]): string | undefined {
  const text = answers.join(" \n ");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  for (const [name, script] of SCRIPTS) {
    const found = text.match(script)?.length ?? 0;
    // A Greek letter in a formula is no language; a third of all letters is.
    if (found >= 3 && found * 3 >= letters) return name;
  }
  const words = tokens(text);
  const english = words.filter((word) => ENGLISH.has(word)).length;
  let best = { name: "", points: 0, kinds: 0 };
  for (const [name, list] of Object.entries(LISTS)) {
    const heard = words.filter((word) => list.has(word));
    const points = heard.reduce((sum, word) => sum + (/\P{ASCII}/u.test(word) ? 2 : 1), 0);
    const kinds = new Set(heard).size;
    if (points > best.points) best = { name, points, kinds };
  }
  // Requires two different words, more than the English ones, and one word in seven, which Spanish of any
  // length reaches.
  return best.kinds >= 2 && best.points > english && best.points * 7 >= words.length ? best.name : undefined;
}

const LISTS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(WORDS).map(([name, words]) => [
    name,
    new Set(words.split(" ").filter((word) => !NEUTRAL.has(word) && !ENGLISH.has(word))),
  ]),
);
