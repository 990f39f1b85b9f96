/** Bills that only the app refuses, with the reason why that is right. The reverse must not occur. */
interface Difference {
  readonly why: string;
  readonly codes: readonly string[];
  /** The place as a JSON pointer without the numbers of entries. */
  readonly at: RegExp;
}

const names = (text: string): RegExp => new RegExp(`/(?:${text.trim().split(/\s+/).join('|')})$`);

const intendedDifferences: readonly Difference[] = [
  {
    why: 'The document names these fields and states no type. The app tells a till early what no reader could show.',
    codes: ['type', 'length'],
    at: names(`
      vatId taxNumber street postalCode city countryCode customerNumber buyer/name eMailAddress cashRegister/number version
      groupId groupName equivalentValueName discounts/id conversionFactor
      cardNumber bankName terminalId terminalDateTime terminalTime terminalDate cardExpiryDate authCode
      additionalText deliveryPeriodStart deliveryPeriodEnd item/number categoryId isReturn
      gtin plu serialNumber pricePerUnitBeforeDiscounts customQuantityMeasure
      signatureAlgorithm logTimeFormat certificate timestampStart timestampEnd firstOrder transactionNumber signatureNumber
      processData processType signature qrCodeData link fiscalization/id posInspectionQrData additionalLegalText
      displayName displayed value additionalData/type publicKey signedData tseFailure tseRequired
      isPrimaryReceipt isPrintBuffer receiptLanguage isExample isInvoice isHospitalityBill isCopy returnBarcode cashierName
      receiptTransactionType afterSalesCoupons/title afterSalesCoupons/code description
      transactionId redeemedRewards/identifier redeemedRewards/name collectedPoints usedPoints
    `),
  },
  {
    why: 'The document limits amounts to 2 decimals and does not say whether foreign ones count; the app knows ISO 4217.',
    codes: ['decimals'],
    at: /\/foreignAmount$/,
  },
  {
    why: 'The document has additional TSE data and an `extension` of a Tse, and does not show that one stands in the other.',
    codes: ['missing', 'null', 'type'],
    at: /\/fiscalization\/extension(?:\/\w+)?$/,
  },
  {
    why: 'What the app keeps away from the service: card numbers in any field, and what JSON software cannot count or nest.',
    codes: ['card-number', 'number', 'depth'],
    at: /^(?!.*\/cardPan$)/,
  },
];

/** The app's issues ("pointer code") that no listed difference explains. */
export const unexplained = (issues: readonly string[]): readonly string[] =>
  issues.filter((issue) => {
    const [pointer = '', code = ''] = issue.split(/ (?=[^ ]+$)/);
    const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '');
    return !intendedDifferences.some(({ codes, at }) => codes.includes(code) && at.test(place));
  });
