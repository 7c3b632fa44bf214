/** Languages that a notice can be in: that of the sales talk. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What is filled in. */
export interface Blanks {
  readonly name: string;
  /** Of the place of business, on one line. */
  readonly address: string;
  /** California's form only. */
  readonly email: string;
  /** The last day to cancel, in words. */
  readonly until: string;
}

/** The words of a notice. What the law prescribes is word for word. */
export interface Wording {
  readonly title: string;
  readonly statement: readonly string[];
  readonly form: {
    readonly caption: string;
    readonly paragraphs: readonly string[];
    readonly cancel: string;
  };
}

/** The federal notice: 16 CFR 429.1(a) and (b), word for word. The Spanish is our translation of it. */
export const federal: Readonly<Record<Language, (blanks: Blanks) => Wording>> = {
  en: ({ name, address, until }) => ({
    title: "Your right to cancel",
    statement: [
      "You, the buyer, may cancel this transaction at any time prior to midnight of the third business day after the date of this transaction. See the attached notice of cancellation form for an explanation of this right.",
    ],
    form: {
      caption: "Notice of Cancellation",
      paragraphs: [
        "You may CANCEL this transaction, without any Penalty or Obligation, within THREE BUSINESS DAYS from the above date.",
        "If you cancel, any property traded in, any payments made by you under the contract or sale, and any negotiable instrument executed by you will be returned within TEN BUSINESS DAYS following receipt by the seller of your cancellation notice, and any security interest arising out of the transaction will be cancelled.",
        "If you cancel, you must make available to the seller at your residence, in substantially as good condition as when received, any goods delivered to you under this contract or sale, or you may, if you wish, comply with the instructions of the seller regarding the return shipment of the goods at the seller’s expense and risk.",
        "If you do make the goods available to the seller and the seller does not pick them up within 20 days of the date of your Notice of Cancellation, you may retain or dispose of the goods without any further obligation. If you fail to make the goods available to the seller, or if you agree to return the goods to the seller and fail to do so, then you remain liable for performance of all obligations under the contract.",
        `To cancel this transaction, mail or deliver a signed and dated copy of this Cancellation Notice or any other written notice, or send a telegram, to ${name}, at ${address}, NOT LATER THAN MIDNIGHT OF ${until}.`,
      ],
      cancel: "I HEREBY CANCEL THIS TRANSACTION.",
    },
  }),
  es: ({ name, address, until }) => ({
    title: "Su derecho a cancelar",
    statement: [
      "Usted, el comprador, puede cancelar esta transacción en cualquier momento antes de la medianoche del tercer día hábil posterior a la fecha de esta transacción. Consulte el formulario de aviso de cancelación adjunto para una explicación de este derecho.",
    ],
    form: {
      caption: "Aviso de cancelación",
      paragraphs: [
        "Usted puede CANCELAR esta transacción, sin ninguna penalidad ni obligación, dentro de los TRES DÍAS HÁBILES posteriores a la fecha indicada arriba.",
        "Si usted cancela, todo bien entregado a cambio, todo pago que haya hecho conforme al contrato o la venta y todo título negociable que haya firmado le serán devueltos dentro de los DIEZ DÍAS HÁBILES posteriores a la fecha en que el vendedor reciba su aviso de cancelación, y toda garantía real que surja de la transacción quedará cancelada.",
        "Si usted cancela, debe poner a disposición del vendedor, en su residencia y en condiciones sustancialmente tan buenas como cuando los recibió, los bienes que se le hayan entregado conforme a este contrato o venta; o puede, si así lo desea, seguir las instrucciones del vendedor sobre el envío de devolución de los bienes, por cuenta y riesgo del vendedor.",
        "Si usted pone los bienes a disposición del vendedor y el vendedor no los recoge dentro de los 20 días posteriores a la fecha de su aviso de cancelación, usted puede quedarse con los bienes o disponer de ellos sin ninguna otra obligación. Si usted no pone los bienes a disposición del vendedor, o si acepta devolverlos al vendedor y no lo hace, seguirá siendo responsable del cumplimiento de todas las obligaciones del contrato.",
        `Para cancelar esta transacción, envíe por correo o entregue una copia firmada y fechada de este aviso de cancelación o cualquier otro aviso por escrito, o envíe un telegrama, a ${name}, en ${address}, A MÁS TARDAR A LA MEDIANOCHE DEL ${until}.`,
      ],
      cancel: "POR LA PRESENTE CANCELO ESTA TRANSACCIÓN.",
    },
  }),
};

const COUNT = {
  en: { 3: ["three", "third"], 5: ["five", "fifth"] },
  es: { 3: ["tres", "tercer"], 5: ["cinco", "quinto"] },
} as const;

/**
 * California's notice for home improvement: Bus. & Prof. Code § 7159(e)(6) as Stats. 2025, ch. 348 (AB 1327)
 * left it, word for word. The Spanish is our translation of it.
 * @param days business days: five for a buyer of 65 or older, else three
 */
export const californian: Readonly<Record<Language, (blanks: Blanks, days: 3 | 5) => Wording>> = {
  en({ name, address, email, until }, days) {
    const [count, nth] = COUNT.en[days];
    return {
      title: days === 5 ? "Five-Day Right to Cancel" : "Three-Day Right to Cancel",
      statement: [
        `You, the buyer, have the right to cancel this contract within ${count} business days. You may cancel by emailing, mailing, faxing, or delivering a written notice to the contractor at the contractor’s place of business by midnight of the ${nth} business day after you received a signed and dated copy of the contract that includes this notice. Include your name, your address, and the date you received the signed copy of the contract and this notice.`,
        "If you cancel, the contractor must return to you anything you paid within 10 days of receiving the notice of cancellation. For your part, you must make available to the contractor at your residence, in substantially as good condition as you received them, goods delivered to you under this contract or sale. Or, you may, if you wish, comply with the contractor’s instructions on how to return the goods at the contractor’s expense and risk. If you do make the goods available to the contractor and the contractor does not pick them up within 20 days of the date of your notice of cancellation, you may keep them without any further obligation. If you fail to make the goods available to the contractor, or if you agree to return the goods to the contractor and fail to do so, then you remain liable for performance of all obligations under the contract.",
      ],
      form: {
        caption: "Notice of Cancellation",
        paragraphs: [
          `You may cancel this transaction, without any penalty or obligation, within ${count} business days from the above date.`,
          "If you cancel, any property traded in, any payments made by you under the contract or sale, and any negotiable instrument executed by you will be returned within 10 days following receipt by the seller of your cancellation notice, and any security interest arising out of the transaction will be canceled.",
          "If you cancel, you must make available to the seller at your residence, in substantially as good condition as when received, any goods delivered to you under this contract or sale, or you may, if you wish, comply with the instructions of the seller regarding the return shipment of the goods at the seller’s expense and risk.",
          "If you do make the goods available to the seller and the seller does not pick them up within 20 days of the date of your notice of cancellation, you may retain or dispose of the goods without any further obligation. If you fail to make the goods available to the seller, or if you agree to return the goods to the seller and fail to do so, then you remain liable for performance of all obligations under the contract.",
          `To cancel this transaction, email, mail, or deliver a signed and dated copy of this cancellation notice, or any other written notice, to ${name} at ${address}, or ${email}, not later than midnight of ${until}.`,
        ],
        cancel: "I hereby cancel this transaction.",
      },
    };
  },
  es({ name, address, email, until }, days) {
    const [count, nth] = COUNT.es[days];
    return {
      title: `Derecho a cancelar dentro de ${count} días`,
      statement: [
        `Usted, el comprador, tiene derecho a cancelar este contrato dentro de ${count} días hábiles. Puede cancelar enviando por correo electrónico, correo postal o fax, o entregando, un aviso por escrito al contratista en su lugar de negocios antes de la medianoche del ${nth} día hábil después de que usted recibió una copia firmada y fechada del contrato que incluye este aviso. Incluya su nombre, su dirección y la fecha en que recibió la copia firmada del contrato y este aviso.`,
        "Si usted cancela, el contratista debe devolverle todo lo que haya pagado dentro de los 10 días posteriores a la fecha en que reciba el aviso de cancelación. Por su parte, usted debe poner a disposición del contratista, en su residencia y en condiciones sustancialmente tan buenas como cuando los recibió, los bienes que se le hayan entregado conforme a este contrato o venta. O puede, si así lo desea, seguir las instrucciones del contratista sobre cómo devolver los bienes, por cuenta y riesgo del contratista. Si usted pone los bienes a disposición del contratista y el contratista no los recoge dentro de los 20 días posteriores a la fecha de su aviso de cancelación, usted puede quedarse con ellos sin ninguna otra obligación. Si usted no pone los bienes a disposición del contratista, o si acepta devolverlos al contratista y no lo hace, seguirá siendo responsable del cumplimiento de todas las obligaciones del contrato.",
      ],
      form: {
        caption: "Aviso de cancelación",
        paragraphs: [
          `Usted puede cancelar esta transacción, sin ninguna penalidad ni obligación, dentro de los ${count} días hábiles posteriores a la fecha indicada arriba.`,
          "Si usted cancela, todo bien entregado a cambio, todo pago que haya hecho conforme al contrato o la venta y todo título negociable que haya firmado le serán devueltos dentro de los 10 días posteriores a la fecha en que el vendedor reciba su aviso de cancelación, y toda garantía real que surja de la transacción quedará cancelada.",
          "Si usted cancela, debe poner a disposición del vendedor, en su residencia y en condiciones sustancialmente tan buenas como cuando los recibió, los bienes que se le hayan entregado conforme a este contrato o venta; o puede, si así lo desea, seguir las instrucciones del vendedor sobre el envío de devolución de los bienes, por cuenta y riesgo del vendedor.",
          "Si usted pone los bienes a disposición del vendedor y el vendedor no los recoge dentro de los 20 días posteriores a la fecha de su aviso de cancelación, usted puede quedarse con los bienes o disponer de ellos sin ninguna otra obligación. Si usted no pone los bienes a disposición del vendedor, o si acepta devolverlos al vendedor y no lo hace, seguirá siendo responsable del cumplimiento de todas las obligaciones del contrato.",
          `Para cancelar esta transacción, envíe por correo electrónico o postal, o entregue, una copia firmada y fechada de este aviso de cancelación, o cualquier otro aviso por escrito, a ${name} en ${address}, o a ${email}, a más tardar a la medianoche del ${until}.`,
        ],
        cancel: "Por la presente cancelo esta transacción.",
      },
    };
  },
};

/** The words around what the law prescribes. */
export const around = {
  en: {
    seller: "Seller",
    date: "Date of transaction",
    until: "You can cancel until midnight of",
    job: "Job",
    receipt: "I received this page and two completed copies of the Notice of Cancellation.",
    copies: ["Copy to send to the seller if you cancel", "Copy for the buyer"],
    dated: "Date",
    signed: "Buyer’s signature",
    page: "Page",
    of: "of",
  },
  es: {
    seller: "Vendedor",
    date: "Fecha de la transacción",
    until: "Puede cancelar hasta la medianoche del",
    job: "Obra",
    receipt: "Recibí esta página y dos copias completas del aviso de cancelación.",
    copies: ["Copia para enviar al vendedor si cancela", "Copia para el comprador"],
    dated: "Fecha",
    signed: "Firma del comprador",
    page: "Página",
    of: "de",
  },
} as const;
